// Shapes that several pieces are made of.

$fn = 40;

// A box with its corner in the origin, round seen from above.
module rounded_box(size, radius) {
    linear_extrude(size[2], convexity = 8) translate([radius, radius]) offset(radius)
        square([size[0] - 2 * radius, size[1] - 2 * radius]);
}

// A box with its corner in the origin, whose edges along y are cut, and those around its ends.
module chamfered_box(size, cut) {
    hull() {
        translate([cut, 0, 0]) cube([size[0] - 2 * cut, size[1], size[2]]);
        translate([0, cut, cut]) cube([size[0], size[1] - 2 * cut, size[2] - 2 * cut]);
    }
}

// A hole along z and around its middle, that needs no support when it lies: its top, towards y, is a roof of 45 degrees.
module teardrop(diameter, length) {
    linear_extrude(length, center = true, convexity = 8) union() {
        circle(d = diameter);
        rotate(45) square(diameter / 2);
    }
}
