# Run at each boot of the lab's virtual machine: gives it what a Pi has, and the settings that the kernel was told of.
set -eu

modprobe configfs
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
modprobe gpio_sim
mkdir -p /sys/kernel/config/gpio-sim/pi/bank0
echo 28 > /sys/kernel/config/gpio-sim/pi/bank0/num_lines
echo 1 > /sys/kernel/config/gpio-sim/pi/live
ln -sfn /sys/devices/platform/"$(cat /sys/kernel/config/gpio-sim/pi/dev_name)"/"$(cat /sys/kernel/config/gpio-sim/pi/bank0/chip_name)" /run/pins

modprobe spi_tap
modprobe spidev

# picamera2 looks for the memory of a camera under the name that it has on a Pi.
[ ! -e /dev/dma_heap/system ] || ln -sf system /dev/dma_heap/linux,cma

{ cat /proc/cpuinfo; printf 'Revision\t: b03115\n'; } > /lab/cpuinfo

for word in $(cat /proc/cmdline); do
	case "$word" in lab.settings=*) cp "/lab/${word#lab.settings=}" /etc/stadium/stadium.toml ;; esac
done
