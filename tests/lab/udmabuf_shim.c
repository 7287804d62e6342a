/* Stands in for /dev/udmabuf and /dev/dma_heap where the kernel has neither: a buffer is a memfd, and "syncing" one does
 * nothing. Preloaded into the process that runs libcamera's virtual camera (lab_camera.py). */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ours(const char *path)
{
	return path && (!strcmp(path, "/dev/udmabuf") || !strcmp(path, "/dev/dma_heap/linux,cma"));
}

/* Any descriptor will do: whatever is asked of it comes to ioctl() below. */
static int opened(const char *path, int flags, mode_t mode)
{
	if (ours(path))
		return syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC, 0);
	return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

#define OPEN(name)                                                \
	int name(const char *path, int flags, ...)                \
	{                                                         \
		va_list more;                                     \
		mode_t mode = 0;                                  \
		va_start(more, flags);                            \
		if (flags & (O_CREAT | __O_TMPFILE))              \
			mode = va_arg(more, mode_t);              \
		va_end(more);                                     \
		return opened(path, flags, mode);                 \
	}
OPEN(open)
OPEN(open64)

int __open_2(const char *path, int flags) { return opened(path, flags, 0); }
int __open64_2(const char *path, int flags) { return opened(path, flags, 0); }

static int allocated(struct dma_heap_allocation_data *wanted)
{
	int fd = memfd_create("heap", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, wanted->len))
		return -1;
	wanted->fd = fd;
	return 0;
}

int ioctl(int fd, unsigned long request, ...)
{
	va_list more;
	va_start(more, request);
	void *argument = va_arg(more, void *);
	va_end(more);
	switch (request) {
	case UDMABUF_CREATE:
		return fcntl(((struct udmabuf_create *)argument)->memfd, F_DUPFD_CLOEXEC, 3);
	case DMA_HEAP_IOCTL_ALLOC:
		return allocated(argument);
	case DMA_BUF_IOCTL_SYNC:
	case DMA_BUF_SET_NAME_A:
	case DMA_BUF_SET_NAME_B:
		return 0;
	default:
		return syscall(SYS_ioctl, fd, request, argument);
	}
}
