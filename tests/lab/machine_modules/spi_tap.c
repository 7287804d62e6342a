// SPDX-License-Identifier: GPL-2.0
/* A bus to nowhere: an SPI controller whose /dev/spidev0.0 takes every message, as a chain of LEDs does, and hands a copy
 * of its bytes to whoever reads /dev/spi-tap: the length in four bytes, then the bytes. A message for which there is no
 * room is lost and counted in `lost`. While `hold` is set, a message hangs on the wire until its sender is killed. */
#include <linux/kfifo.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/spi/spi.h>
#include <linux/uaccess.h>

static DEFINE_KFIFO(tapped, u8, 262144);
static DEFINE_MUTEX(lock);
static DECLARE_WAIT_QUEUE_HEAD(changed);

static bool hold;
static unsigned int lost;
module_param(lost, uint, 0444);

static int set_hold(const char *value, const struct kernel_param *param)
{
	int error = param_set_bool(value, param);

	wake_up_all(&changed);
	return error;
}
static const struct kernel_param_ops hold_ops = { .set = set_hold, .get = param_get_bool };
module_param_cb(hold, &hold_ops, &hold, 0644);

static void tap(struct spi_message *message)
{
	struct spi_transfer *part;
	u32 length = 0;

	list_for_each_entry(part, &message->transfers, transfer_list)
		length += part->len;
	mutex_lock(&lock);
	if (kfifo_avail(&tapped) < sizeof(length) + length) {
		lost++;
	} else {
		kfifo_in(&tapped, (u8 *)&length, sizeof(length));
		list_for_each_entry(part, &message->transfers, transfer_list)
			kfifo_in(&tapped, (const u8 *)part->tx_buf, part->len);
	}
	mutex_unlock(&lock);
	wake_up_all(&changed);
}

static int take(struct spi_controller *bus, struct spi_message *message)
{
	struct spi_transfer *part;

	message->status = wait_event_killable(changed, !READ_ONCE(hold));
	list_for_each_entry(part, &message->transfers, transfer_list) {
		if (!part->tx_buf)
			message->status = -EOPNOTSUPP;
		message->actual_length += part->len;
	}
	if (!message->status)
		tap(message);
	spi_finalize_current_message(bus);
	return 0;
}

static ssize_t read_tap(struct file *file, char __user *to, size_t size, loff_t *at)
{
	unsigned int copied;
	int error = wait_event_interruptible(changed, !kfifo_is_empty(&tapped));

	if (error)
		return error;
	mutex_lock(&lock);
	error = kfifo_to_user(&tapped, to, size, &copied);
	mutex_unlock(&lock);
	return error ? error : copied;
}

static const struct file_operations tap_file = { .owner = THIS_MODULE, .read = read_tap };
static struct miscdevice tap_device = { .minor = MISC_DYNAMIC_MINOR, .name = "spi-tap", .fops = &tap_file };
static struct platform_device *platform;
static struct spi_controller *controller;
/* spidev takes none but devices that it knows by name; this is one of them. */
static struct spi_board_info board = { .modalias = "dh2228fv", .max_speed_hz = 10000000 };

static int __init begin(void)
{
	int error = misc_register(&tap_device);

	if (error)
		return error;
	platform = platform_device_register_simple("spi-tap", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(platform)) {
		error = PTR_ERR(platform);
		goto no_platform;
	}
	controller = spi_alloc_host(&platform->dev, 0);
	if (!controller) {
		error = -ENOMEM;
		goto no_controller;
	}
	controller->bus_num = 0;
	controller->num_chipselect = 1;
	controller->mode_bits = SPI_CPOL | SPI_CPHA | SPI_CS_HIGH;
	controller->transfer_one_message = take;
	error = spi_register_controller(controller);
	if (error) {
		spi_controller_put(controller);
		goto no_controller;
	}
	if (spi_new_device(controller, &board))
		return 0;
	error = -ENODEV;
	spi_unregister_controller(controller);
no_controller:
	platform_device_unregister(platform);
no_platform:
	misc_deregister(&tap_device);
	return error;
}

static void __exit end(void)
{
	spi_unregister_controller(controller);
	platform_device_unregister(platform);
	misc_deregister(&tap_device);
}

module_init(begin);
module_exit(end);
MODULE_DESCRIPTION("SPI controller whose bytes are read back");
MODULE_LICENSE("GPL");
