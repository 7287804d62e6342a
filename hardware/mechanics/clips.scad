// Clips that snap onto a tube of the mast and lead a cable or the camera's ribbon along it. They lie on their side.

include <parameters.scad>
use <shapes.scad>

module clip_outline() {
    half = tube_outer / 2 + 0.2;
    difference() {
        offset(1) square(2 * half + 2 * clip_wall - 2, center = true);
        square(2 * half, center = true);
        translate([-half + clip_hook, -half - 2 * clip_wall]) square([2 * half - 2 * clip_hook, half]);
    }
}

module clip_cable() {
    linear_extrude(clip_width, convexity = 8) {
        clip_outline();
        translate([0, tube_outer / 2 + clip_wall + cable_hole / 2]) difference() {
            circle(d = cable_hole + 2 * clip_wall);
            circle(d = cable_hole);
            translate([-cable_hole / 3, 0]) square([cable_hole / 1.5, 20]);
        }
    }
}

module clip_ribbon() {
    wide = ribbon_width + 1.5;
    linear_extrude(clip_width, convexity = 8) {
        clip_outline();
        translate([-wide / 2 - clip_wall, tube_outer / 2 + 1]) difference() {
            square([wide + 2 * clip_wall, 2 * clip_wall + 3]);
            translate([clip_wall, clip_wall]) square([wide, 2.4]);
            translate([clip_wall + 4, clip_wall]) square([wide - 8, 20]);
        }
    }
}
