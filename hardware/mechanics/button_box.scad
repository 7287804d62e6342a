// A box for the nine buttons. The lid lies face down and the body stands as it is used; nothing needs support.
// `sheets` prints the labels that are glued on the lid, from the same measures.

include <parameters.scad>
use <shapes.scad>

// Where each button is, from the lid's middle: BALL, STRIKE, OUT, RUN, HOMERUN, BATTER; NEXT, OK, and far off UNDO.
module at_buttons() {
    for (place = button_places) translate(place) children();
}

module at_corners() {
    for (x = [-1, 1], y = [-1, 1])
        translate([x * (box_size[0] / 2 - corner), y * (box_size[1] / 2 - corner), 0]) children();
}

module box_lid() {
    inner = [box_size[0] - 2 * box_wall - 0.6, box_size[1] - 2 * box_wall - 0.6];
    difference() {
        union() {
            translate([-box_size[0] / 2, -box_size[1] / 2, 0]) rounded_box([box_size[0], box_size[1], lid_thick], 5);
            difference() {
                translate([-inner[0] / 2, -inner[1] / 2, 0]) rounded_box([inner[0], inner[1], lid_thick + 2], 3);
                translate([-inner[0] / 2 + 2, -inner[1] / 2 + 2, 0])
                    rounded_box([inner[0] - 4, inner[1] - 4, lid_thick + 3], 2);
                at_corners() cylinder(d = 12, h = 20);
            }
        }
        at_buttons() translate([0, 0, -1]) cylinder(d = button_hole + 0.4, h = 20);
        at_corners() translate([0, 0, -1]) cylinder(d = screw_hole, h = 20);
    }
}

module box_body() {
    difference() {
        union() {
            difference() {
                translate([-box_size[0] / 2, -box_size[1] / 2, 0]) rounded_box(box_size, 5);
                translate([-box_size[0] / 2 + box_wall, -box_size[1] / 2 + box_wall, box_wall])
                    rounded_box([box_size[0] - 2 * box_wall, box_size[1] - 2 * box_wall, box_size[2]], 3);
            }
            at_corners() cylinder(d = 10, h = box_size[2]);
        }
        at_corners() translate([0, 0, box_size[2] - 16]) cylinder(d = screw_pilot, h = 20);
        // The cable leaves at the back.
        translate([0, box_size[1] / 2, 12]) rotate([90, 0, 0]) teardrop(cable_hole, 20);
    }
}
