"""The disk of the lab's virtual machine: a Debian 13 with Debian's own kernel, and what stands in for a Pi's devices.

Everything comes from apt, but for what a Pi has from Raspberry Pi's own archive (gpiozero, lgpio, picamera2): that
comes from PyPI. Debian's kernels lack gpio-sim, so that module is built from Debian's own source; so is `spi_tap.c`.
Rule kept here: what was made is kept under a name that says of what, and made again only when that has changed.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from nspawn import BASE, CACHE, DEBS, ENVIRONMENT, alone_at, delete_former, hold, make_base

HERE = Path(__file__).parent
CONTROL = HERE.parents[1] / "packaging/debian/control"
PLACE = CACHE / "machine"
"""All of it."""
INSIDE = ("machine_agent.py", "machine_setup.sh", "virtual_pi.py")
"""What runs within the machine."""
MODULES = HERE / "machine_modules"
NEEDED = {
    "debootstrap": "debootstrap",
    "systemd-nspawn": "systemd-container",
    "mke2fs": "e2fsprogs",
    "qemu-system-x86_64": "qemu-system-x86",
    "qemu-img": "qemu-utils",
}
LIBCAMERA = ("libcamera0.7", "libcamera-ipa", "python3-libcamera")
"""From backports: the metadata of Debian 13's own crashes its virtual camera."""
PICAMERA2_WANTS = (
    "python3-jsonschema", "python3-libarchive-c", "python3-numpy", "python3-pil", "python3-piexif", "python3-prctl",
    "python3-tqdm",
)  # fmt: skip
PI_ONLY = ("init-system-helpers", "python3-colorzero", "python3-spidev")
"""What the package recommends of a Pi's devices, and what gpiozero of PyPI wants."""
SYSTEM = ("initramfs-tools", "kmod", "linux-image-amd64")
BUILDING = (
    "g++", "gcc", "linux-headers-amd64", "linux-source", "make", "python3-dev", "python3-setuptools", "swig",
    "xz-utils",
)  # fmt: skip
PICAMERA2, GPIOZERO, LGPIO = "picamera2==0.3.38", "gpiozero==2.0.1", "lgpio==0.2.2.0"
EARLY = ("ext4", "i6300esb", "virtio_blk", "virtio_pci")
"""Modules that the kernel has before it looks for its disk; the watchdog, for a Pi's kernel has its own built in."""
GPIO_SIM = ("drivers/gpio/gpio-sim.c", "kernel/irq/irq_sim.c")
"""Of Debian's source of the kernel."""
UNITS = {
    "lab-setup.service": """\
[Unit]
Description=What stands in for a Pi's devices
DefaultDependencies=no
After=systemd-udevd.service local-fs.target
Before=stadium.service modprobe@spidev.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh /lab/machine_setup.sh
[Install]
WantedBy=sysinit.target
""",
    "lab-agent.service": """\
[Unit]
Description=Does what the lab asks
BindsTo=dev-virtio\\x2dports-lab.run.device
After=dev-virtio\\x2dports-lab.run.device lab-setup.service
[Service]
ExecStart=/usr/bin/python3 /lab/machine_agent.py /dev/virtio-ports/lab.run
Restart=always
[Install]
WantedBy=multi-user.target
""",
    "lab-tap.service": """\
[Unit]
Description=Hands on what the panel is sent
BindsTo=dev-virtio\\x2dports-lab.tap.device
After=dev-virtio\\x2dports-lab.tap.device lab-setup.service
Before=stadium.service
[Service]
ExecStart=/bin/sh -c 'exec cat /dev/spi-tap > /dev/virtio-ports/lab.tap'
Restart=always
[Install]
WantedBy=multi-user.target
""",
    "stadium.service.d/lab.conf": """\
[Unit]
Wants=lab-tap.service
After=lab-setup.service lab-tap.service
[Service]
# gpiozero asks /proc which Pi this is; emulated, everything takes its time.
BindReadOnlyPaths=/lab/cpuinfo:/proc/cpuinfo
TimeoutStartSec=600
WatchdogSec=60
""",
}
PATIENT = """\
[Manager]
RuntimeWatchdogSec=180s
"""
"""On a busy computer an emulated one may stand still for longer than the 14 s after which a Pi's watchdog bites."""
IDLE = (
    "apt-daily-upgrade.timer", "apt-daily.timer", "dpkg-db-backup.timer", "fstrim.timer", "getty@tty1.service",
    "ldconfig.service", "serial-getty@ttyS0.service", "systemd-hwdb-update.service",
    "systemd-journal-catalog-update.service", "systemd-logind.service", "systemd-pstore.service",
    "systemd-update-done.service",
)  # fmt: skip
"""Of the system's services those that nobody here needs, and that take long where a processor is emulated."""
CAMERA = """\
%YAML 1.1
---
"Virtual0":
  supported_formats:
  - {width: 2304, height: 1296, frame_rates: [15, 30]}
  - {width: 640, height: 360, frame_rates: [15, 30]}
  frames:
    path: "/lab/frames"
  location: "CameraLocationFront"
  model: "Stadium"
"""


@dataclass(frozen=True, slots=True)
class Boot:
    """What the machine is booted from: Debian's kernel, its initial file system, and the disk, an ext4 in a file."""

    kernel: Path
    initrd: Path
    disk: Path


def missing_tools() -> str:
    """What to install first, as a sentence; empty if all is there."""
    packages = sorted(package for tool, package in NEEDED.items() if not shutil.which(tool, path=ENVIRONMENT["PATH"]))
    return f"This needs: sudo apt install {' '.join(packages)}" if packages else ""


def depends() -> tuple[str, ...]:
    """The packages of Debian that ours depends on."""
    field = re.search(r"^Depends:(.*(?:\n .*)*)", CONTROL.read_text(encoding="utf-8"), re.MULTILINE)
    return tuple(each.split()[0] for each in field[1].split(",")) if field else ()


def make(package: Path, settings: dict[str, str], frames: Path | None, tell: Callable[[str], None]) -> Boot:
    """Make the disk, unless it is there.

    Args:
        package: ours, installed in it.
        settings: the files of settings in /lab, by name; machine_setup.sh takes the one that the kernel is told of.
        frames: a folder of what the camera sees; None for no camera.
        tell: told what takes long.
    """
    make_base(tell)
    with alone_at(PLACE):
        return _made(package, settings, [] if frames is None else sorted(frames.iterdir()), tell)


def _made(package: Path, settings: dict[str, str], pictures: list[Path], tell: Callable[[str], None]) -> Boot:
    """What `make` returns, in a place that nobody else is at."""
    tree, modules = _tree(tell), _modules(tell)
    parts = [package, *pictures, *(HERE / name for name in INSIDE), tree / "etc/.made", *sorted(modules.iterdir())]
    contents = [*(part.read_bytes() for part in parts), repr((UNITS, IDLE, PATIENT, settings, CAMERA)).encode()]
    disk = PLACE / f"disk-{_name(*contents)}.ext4"
    if not disk.exists():
        delete_former(PLACE.glob("disk-*"))
        tell("Making the machine's disk ...")
        furnished = _copy(tree, "furnished")
        _furnish(furnished, package, settings, pictures, modules)
        half = disk.with_name("half-made.ext4")
        half.unlink(missing_ok=True)
        _run("mke2fs", "-q", "-t", "ext4", "-L", "lab", "-d", str(furnished), str(half), "4G")
        half.rename(disk)
        _drop(furnished)
    hold(disk)
    return Boot(next(tree.glob("boot/vmlinuz-*")), next(tree.glob("boot/initrd.img-*")), disk)


def _tree(tell: Callable[[str], None]) -> Path:
    """The system with all but ours."""
    wanted = (*SYSTEM, *PICAMERA2_WANTS, *PI_ONLY, *depends())
    recipe = repr((wanted, LIBCAMERA, PICAMERA2, GPIOZERO, EARLY))
    tree = PLACE / "tree"
    if _made_by(tree, recipe):
        return tree
    tell("Installing a kernel, libcamera and what the package wants (once; some minutes) ...")
    tree = _copy(BASE, "tree")
    sources = tree / "etc/apt/sources.list"
    own = sources.read_text(encoding="utf-8")
    sources.write_text(own + own.replace("trixie main", "trixie-backports main"), encoding="utf-8")
    early = tree / "etc/initramfs-tools"
    (early / "conf.d").mkdir(parents=True)
    (early / "conf.d/lab").write_text("MODULES=list\nCOMPRESS=gzip\n", encoding="utf-8")
    (early / "modules").write_text("".join(f"{module}\n" for module in EARLY), encoding="utf-8")
    _install(tree, wanted)
    _install(tree, LIBCAMERA, "--target-release=trixie-backports")
    own_modules = str(tree / "usr/local/lib/python3.13/dist-packages")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    _run(*pip, "--target", own_modules, PICAMERA2, GPIOZERO)
    _seal(tree, recipe)
    return tree


def _modules(tell: Callable[[str], None]) -> Path:
    """The kernel's modules, and lgpio, which both are built against what the system has."""
    sources = sorted(MODULES.iterdir())
    kernel = next((PLACE / "tree/boot").glob("vmlinuz-*")).name.removeprefix("vmlinuz-")
    recipe = _name(*(source.read_bytes() for source in sources), repr((BUILDING, LGPIO, kernel)).encode())
    built = PLACE / "modules"
    if _made_by(built, recipe):
        return built
    tell("Building gpio-sim, the SPI tap and lgpio (once; some minutes) ...")
    workshop = _copy(BASE, "workshop")
    _install(workshop, BUILDING)
    bench = workshop / "bench"
    bench.mkdir()
    for source in sources:
        shutil.copy(source, bench)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    _run(*pip, "--no-binary=:all:", "--dest", str(bench), LGPIO)
    paths = " ".join(f"linux-source-*/{path}" for path in GPIO_SIM)
    # The source's irq_sim needs what is not exported to modules; this does the same for them.
    exported = "s/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/"
    script = (
        f"cd /bench && tar -xJf /usr/src/linux-source-*.tar.xz --wildcards --occurrence=1 {paths}"
        f" && mv {paths} . && sed -i '{exported}' irq_sim.c && tar -xzf lgpio-*.tar.gz"
        f" && make -s -C /usr/src/linux-headers-{kernel} M=/bench modules"
        " && mkdir out && cp ./*.ko out && cd lgpio-*/ && PYPI=1 python3 setup.py -q build && cp build/lib*/* ../out"
    )
    _inside(workshop, script)
    shutil.rmtree(built, ignore_errors=True)
    shutil.copytree(bench / "out", built)
    _seal(built, recipe)
    _drop(workshop)
    return built


def _furnish(tree: Path, package: Path, settings: dict[str, str], pictures: list[Path], modules: Path) -> None:
    """Put in the package, the modules, and the lab's own."""
    lab, libraries = tree / "lab", tree / "usr/local/lib/python3.13/dist-packages"
    (lab / "frames").mkdir(parents=True)
    for file in (*(HERE / name for name in INSIDE), package):
        shutil.copy(file, lab)
    for picture in pictures:
        shutil.copy(picture, lab / "frames")
    for name, text in settings.items():
        (lab / name).write_text(text, encoding="utf-8")
    for name, text in UNITS.items():
        unit = tree / "etc/systemd/system" / name
        unit.parent.mkdir(exist_ok=True)
        unit.write_text(text, encoding="utf-8")
    manager = tree / "etc/systemd/system.conf.d/90-lab.conf"
    manager.parent.mkdir()
    manager.write_text(PATIENT, encoding="utf-8")
    extra = next(tree.glob("usr/lib/modules/*")) / "extra"
    extra.mkdir()
    for module in modules.glob("*.ko"):
        shutil.copy(module, extra)
    for library in modules.glob("*lgpio*"):
        shutil.copy(library, libraries)
    # A Pi's class, on a computer that is none.
    shutil.move(lab / "virtual_pi.py", libraries / "virtual_pi.py")
    real = libraries / "picamera2/__init__.py"
    stub, replace = "import virtual_pi\nvirtual_pi.stub_previews()\n", "\nPicamera2 = virtual_pi.virtual(Picamera2)\n"
    real.write_text(stub + real.read_text(encoding="utf-8") + replace, encoding="utf-8")
    yaml = tree / "usr/share/libcamera/pipeline/virtual/virtual.yaml"
    yaml.write_text(CAMERA, encoding="utf-8")
    (tree / "etc/hostname").write_text("lab\n", encoding="utf-8")
    (tree / "etc/machine-id").write_text(f"{_name(b'lab'):0<32}\n", encoding="utf-8")  # no first boot
    (tree / "etc/fstab").write_text("/dev/vda / ext4 defaults 0 1\n", encoding="utf-8")
    enabled = " ".join(name for name in UNITS if "/" not in name)
    _inside(
        tree,
        f"depmod {extra.parent.name} && dpkg --install /lab/*.deb "
        "&& rm -r /lab/*.deb /usr/share/doc /usr/share/locale /usr/share/man"
        f" && systemctl enable --quiet {enabled} && systemctl mask --quiet {' '.join(IDLE)}"
        " && python3 -m compileall -q /usr/local/lib/python3.13",
    )


# -- trees


def _copy(tree: Path, name: str) -> Path:
    """A copy in our place that starts no service when something is installed in it."""
    copy = PLACE / name
    _drop(copy)
    copy.parent.mkdir(exist_ok=True)
    _run("cp", "-a", "--reflink=auto", str(tree), str(copy))
    policy = copy / "usr/sbin/policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 101\n", encoding="ascii")
    policy.chmod(0o755)
    return copy


def _drop(tree: Path) -> None:
    _run("rm", "-rf", str(tree))


def _install(tree: Path, packages: tuple[str, ...], *options: str) -> None:
    shutil.copy("/etc/resolv.conf", tree / "etc/resolv.conf")
    install = f"apt-get install --yes --quiet --no-install-recommends {' '.join(options)}"
    _inside(tree, f"apt-get update --quiet && {install} {' '.join(packages)}")


def _inside(tree: Path, script: str) -> None:
    """Run a shell script in a tree."""
    bare = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--pipe", "--resolv-conf=off"]
    binds = (f"--directory={tree}", f"--bind={DEBS}:/var/cache/apt/archives", "--setenv=LC_ALL=C.UTF-8")
    _run(*bare, *binds, "--setenv=DEBIAN_FRONTEND=noninteractive", "sh", "-c", script)


def _run(*command: str) -> None:
    """Run a command; what it says is told only if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)[:300]} failed:\n{done.stdout[-3000:]}")


def _made_by(place: Path, recipe: str) -> bool:
    seal = place / "etc/.made" if (place / "etc").is_dir() else place / ".made"
    return seal.exists() and seal.read_text(encoding="utf-8") == recipe


def _seal(place: Path, recipe: str) -> None:
    """Say by which recipe it was made; what is not finished has none."""
    seal = place / "etc/.made" if (place / "etc").is_dir() else place / ".made"
    seal.write_text(recipe, encoding="utf-8")


def _name(*contents: bytes) -> str:
    """A short name for contents."""
    whole = hashlib.sha256()
    for content in contents:
        whole.update(hashlib.sha256(content).digest())
    return whole.hexdigest()[:16]
