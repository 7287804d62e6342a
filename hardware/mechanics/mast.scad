// The camera's mast: a clamp, square tubes, corners and plugs, and the plate that the camera hangs from.
//
// Every piece lies as it is printed: its largest face on z = 0, nothing to support. Plugs, elbow and clamps are flat
// shapes, so their layers run along the bend; a tube stands.

include <parameters.scad>
use <shapes.scad>

plug = tube_inner - 2 * clearance;

// A square tube, open at both ends, with a hole for a screw near either.
module mast_tube(length) {
    difference() {
        translate([-tube_outer / 2, -tube_outer / 2, 0]) rounded_box([tube_outer, tube_outer, length], 2);
        translate([-tube_inner / 2, -tube_inner / 2, -1]) cube([tube_inner, tube_inner, length + 2]);
        for (z = [screw_from_end, length - screw_from_end])
            translate([0, 0, z]) rotate([90, 0, 0]) teardrop(joint_hole, tube_outer + 2);
    }
}

// What joins two tubes: half of it in either.
module splice() {
    difference() {
        translate([-plug / 2, -plug_length, 0]) chamfered_box([plug, 2 * plug_length, plug], 1);
        for (y = [-screw_from_end, screw_from_end]) translate([0, y, -1]) cylinder(d = joint_hole, h = plug + 2);
    }
}

// Mast and arm meet here: a plug down, a plug forward, and a corner between the ends of both tubes.
module elbow() {
    half = tube_outer / 2;
    difference() {
        linear_extrude(plug, convexity = 8) union() {
            square([tube_outer, tube_outer], center = true);
            translate([-plug / 2, -half - plug_length]) square([plug, plug_length + half]);
            translate([0, -plug / 2]) square([half + plug_length, plug]);
        }
        translate([0, -half - screw_from_end, -1]) cylinder(d = joint_hole, h = plug + 2);
        translate([half + screw_from_end, 0, -1]) cylinder(d = joint_hole, h = plug + 2);
    }
}

// The clamp's outline, as seen from its side: the table's edge is at the origin, the table to the left.
module clamp_outline(opening) {
    bottom = -opening - clamp_leg;
    polygon([
        [-clamp_jaw, 0], [-clamp_jaw, clamp_top], [clamp_back, clamp_top], [clamp_back, bottom + 6],
        [clamp_back - 6, bottom], [-clamp_jaw, bottom], [-clamp_jaw, -opening], [0, -opening], [0, 0],
    ]);
}

// The screw's way through the lower leg, and a slot into which its nut slides from above as it lies on the bed.
module clamp_screw(opening) {
    translate([-clamp_screw_in, -opening - clamp_leg / 2, clamp_width / 2]) {
        rotate([90, 0, 0]) teardrop(clamp_hole, clamp_leg + 2);
        translate([-nut_across / 2, -nut_thick / 2, -nut_across / 2]) cube([nut_across, nut_thick, clamp_width]);
    }
}

// For a table: the mast stands on the upper jaw.
module clamp_table() {
    difference() {
        union() {
            linear_extrude(clamp_width, convexity = 8) clamp_outline(clamp_opening);
            translate([-clamp_mast_in - plug / 2, clamp_top - 1, 0]) chamfered_box([plug, plug_length + 1, plug], 1);
        }
        clamp_screw(clamp_opening);
        translate([-clamp_mast_in, clamp_top + screw_from_end, -1]) cylinder(d = joint_hole, h = plug + 2);
    }
}

// For the stadium's wall: the same clamp with its opening down, and the mast on its back.
module clamp_wall() {
    middle = -wall_opening / 2;
    difference() {
        union() {
            linear_extrude(clamp_width, convexity = 8) clamp_outline(wall_opening);
            translate([clamp_back - 1, middle - plug / 2, 0]) chamfered_box([plug_length + 1, plug, plug], 1);
        }
        clamp_screw(wall_opening);
        translate([clamp_back + screw_from_end, middle, -1]) cylinder(d = joint_hole, h = plug + 2);
    }
}

// What the clamp's screw presses with: a cap on its end. And its knob: the screw's head sits in it.
module clamp_cap() {
    difference() {
        cylinder(d1 = 24, d2 = 20, h = 9);
        translate([0, 0, 3]) cylinder(d = clamp_hole, h = 7);
    }
}

module clamp_knob() {
    difference() {
        linear_extrude(12, convexity = 8) union() {
            circle(d = 30);
            for (turn = [0 : 60 : 300]) rotate(turn) translate([16, 0]) circle(d = 10);
        }
        translate([0, 0, -1]) cylinder(d = clamp_hole, h = 20);
        translate([0, 0, 5]) cylinder(d = nut_across / cos(30), h = 8, $fn = 6);
    }
}

// The end of the arm: a plug, and a plate with four posts for the board of a ribbon camera. It is printed on its back
// and hangs with its posts down, so the lens looks down past the end of the arm.
module camera_head() {
    half = camera_board[0] / 2 + 3;
    difference() {
        union() {
            translate([-plug / 2, -plug_length, 0]) chamfered_box([plug, plug_length + 1, plug], 1);
            translate([-half, 0, 0]) rounded_box([2 * half, head_reach + camera_board[1] + 4, head_plate], 3);
            translate([-plug / 2, 0, 0]) rotate([90, 0, 90]) linear_extrude(plug, convexity = 8)
                polygon([[-0.5, 0], [-0.5, plug], [0, plug], [head_reach - 3, head_plate], [head_reach - 3, 0]]);
            camera_posts() cylinder(d = 5, h = head_plate + post_height);
        }
        head_screw();
        camera_posts() translate([0, 0, head_plate - 2]) cylinder(d = camera_pilot, h = post_height + 3);
        // The ribbon passes here, and a strap holds it.
        translate([-ribbon_width / 2 - 1, head_reach + camera_board[1] - 1, -1]) cube([ribbon_width + 2, 3, head_plate + 2]);
    }
}

// Across, for so lie the holes of a tube whose other end is on the elbow.
module head_screw() {
    translate([0, -screw_from_end, plug / 2]) rotate([90, 0, 90]) teardrop(joint_hole, plug + 2);
}

// Where the board's four holes are: the two far ones from the ribbon stand level with the lens.
module camera_posts() {
    for (x = [-1, 1], y = [0, 1])
        translate([x * camera_holes[0] / 2, head_reach + lens_from_edge + (y - 1) * camera_holes[1], 0]) children();
}

// The same end for a camera with a tripod thread, such as a webcam or the High Quality Camera.
module tripod_head() {
    difference() {
        union() {
            translate([-plug / 2, -plug_length, 0]) chamfered_box([plug, plug_length + 1, plug], 1);
            translate([-20, 0, 0]) rounded_box([40, head_reach + 40, tripod_plate], 3);
            translate([-plug / 2, 0, 0]) rotate([90, 0, 90]) linear_extrude(plug, convexity = 8)
                polygon([[-0.5, 0], [-0.5, plug], [0, plug], [head_reach - 3, tripod_plate], [head_reach - 3, 0]]);
        }
        head_screw();
        translate([-tripod_hole / 2, head_reach + 8, -1]) hull() {
            translate([tripod_hole / 2, 0, 0]) cylinder(d = tripod_hole, h = tripod_plate + 2);
            translate([tripod_hole / 2, 20, 0]) cylinder(d = tripod_hole, h = tripod_plate + 2);
        }
    }
}

// The Pi rides on the mast, so that the camera's ribbon is short: two straps through the slots hold it to a tube.
module pi_tray() {
    size = [pi_board[0] + 6, pi_board[1] + 6, 3];
    difference() {
        union() {
            translate([-3, -3, 0]) rounded_box(size, 3);
            pi_posts() cylinder(d = 6, h = 3 + post_height);
        }
        pi_posts() translate([0, 0, 1]) cylinder(d = pi_pilot, h = post_height + 3);
        for (x = [12, pi_board[0] - 16], y = [-1, 1])
            translate([x, pi_board[1] / 2 + y * (tube_outer / 2 + 2) - 1, -1]) cube([5, 2, 5]);
        for (x = [28, 44]) translate([x, pi_board[1] / 2 - 9, -1]) rounded_box([11, 18, 5], 2);
    }
}

module pi_posts() {
    for (x = [0, 1], y = [0, 1]) translate([3.5 + x * pi_holes[0], 3.5 + y * pi_holes[1], 0]) children();
}
