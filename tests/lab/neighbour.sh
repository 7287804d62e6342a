#!/bin/sh
# Inside a machine of the lab: another stadium on the same network, that had the name first. `up` or `down`.
#
# It is an Avahi of its own in a network namespace of its own, at the other end of a virtual cable.
set -eu

case "$1" in
up)
	apt-get install --yes iproute2 >/dev/null
	ip link add stadium0 type veth peer name other0
	ip address add 192.168.77.1/24 dev stadium0
	ip link set stadium0 up
	printf '[server]\nhost-name=stadium\nuse-ipv6=no\nenable-dbus=no\n' >/run/neighbour.conf
	unshare --net --mount --fork sh -c '
		mount -t tmpfs none /run/avahi-daemon
		echo $$ >/run/neighbour.pid
		until ip link show other0 >/dev/null 2>&1; do sleep 0.1; done
		ip address add 192.168.77.2/24 dev other0
		ip link set other0 up
		exec avahi-daemon --file=/run/neighbour.conf --no-drop-root --no-chroot --no-rlimits
	' >/run/neighbour.log 2>&1 &
	until [ -s /run/neighbour.pid ]; do sleep 0.1; done
	# The names are settled anew when Avahi meets the other; it must have its name before.
	systemctl stop avahi-daemon.socket avahi-daemon.service
	ip link set other0 netns "$(cat /run/neighbour.pid)"
	sleep 4
	systemctl start avahi-daemon.service
	;;
down)
	kill "$(cat /run/neighbour.pid)"
	ip link delete stadium0 2>/dev/null || true
	systemctl restart avahi-daemon.service
	;;
esac
