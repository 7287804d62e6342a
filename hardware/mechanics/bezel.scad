// The panel's bezel: a frame that is printed face down in as many segments as the bed asks for, bars that join them, a
// back that presses the boards against the front, and feet that stand on a table or hang on the stadium's wall, where
// a stadium holds a telephone.
//
// panel[0], panel[1]: width and height of all boards together; panel[2]: their depth with pins and plugs.

include <parameters.scad>
use <shapes.scad>

function bezel_height(panel) = panel[1] + 2 * (panel_gap + bezel_wall);
function bezel_depth(panel) = bezel_lip + acrylic + panel[2] + joiner_size[2];
// How many segments there are so that each fits the bed, and how wide the part of the panel is in one of them.
function bezel_segments(panel) = max(2, ceil((panel[0] + 2 * (bezel_end_wall + panel_gap)) / bed));
function bezel_share(panel) = panel[0] / bezel_segments(panel);
function bezel_end_width(panel) = bezel_end_wall + panel_gap + bezel_share(panel);

// An end of the frame: the outer end at x = 0, the cut at its right. Both ends are the same piece, one turned by 180
// degrees.
module bezel_end(panel) {
    width = bezel_end_width(panel);
    difference() {
        bezel_frame(panel, width, bezel_end_wall);
        for (y = [end_screw, bezel_height(panel) - end_screw])
            translate([end_screw, y, bezel_depth(panel) - 14]) cylinder(d = screw_pilot, h = 15);
        joint_holes(panel, width, -1);
    }
}

// What is between the ends of a long panel: a rail, cut at both sides. The upper one is the same, turned.
module bezel_middle(panel) {
    width = bezel_share(panel);
    difference() {
        intersection() {
            bezel_frame(panel, width, -1);
            cube([width, bezel_height(panel) / 2, bezel_depth(panel)]);
        }
        joint_holes(panel, width, -1);
        joint_holes(panel, 0, 1);
    }
}

module bezel_frame(panel, width, end_wall) {
    height = bezel_height(panel);
    depth = bezel_depth(panel);
    inset = bezel_wall + panel_gap + lip_overlap;
    difference() {
        cube([width, height, depth]);
        translate([end_wall, bezel_wall, bezel_lip]) cube([width + 2, height - 2 * bezel_wall, depth]);
        // The window widens towards the eye.
        hull() {
            window(width, height, inset, end_wall + (end_wall > 0 ? panel_gap + lip_overlap : 0), bezel_lip);
            window(width, height, inset - 1.2, end_wall + (end_wall > 0 ? panel_gap + lip_overlap - 1.2 : 0), -0.01);
        }
    }
}

module window(width, height, inset, left, z) {
    translate([left, inset, z]) cube([width + 2, height - 2 * inset, 0.02]);
}

// Screws through the upper and the lower wall into a bar.
module joint_holes(panel, cut, side) {
    for (y = [bezel_wall / 2, bezel_height(panel) - bezel_wall / 2])
        translate([cut + side * joiner_wall_screw, y, bezel_depth(panel) - joiner_size[2] / 2])
            rotate([90, 0, 0]) teardrop(screw_hole, bezel_wall + 2);
}

// It lies behind the boards, across a cut, along a wall: two screws come through the wall, two through the back.
module bezel_joiner() {
    difference() {
        translate([-joiner_size[0] / 2, 0, 0]) cube(joiner_size);
        for (x = [-1, 1]) {
            translate([x * joiner_wall_screw, joiner_size[1] / 2, joiner_size[2] / 2])
                rotate([90, 0, 0]) teardrop(screw_pilot, joiner_size[1] + 2);
            translate([x * joiner_back_screw, joiner_size[1] / 2, -1]) cylinder(d = screw_pilot, h = joiner_size[2] + 2);
        }
    }
}

// The back of an end and of a middle: vents, and pads that press on the corners of the boards.
module back_end(panel) {
    width = bezel_end_width(panel);
    difference() {
        back_plate(panel, width, bezel_end_wall);
        for (y = [end_screw, bezel_height(panel) - end_screw])
            translate([end_screw, y, -1]) cylinder(d = screw_hole, h = back_thick + 2);
        back_holes(panel, width - joiner_back_screw);
    }
}

module back_middle(panel) {
    difference() {
        back_plate(panel, bezel_share(panel), 0);
        back_holes(panel, joiner_back_screw);
        back_holes(panel, bezel_share(panel) - joiner_back_screw);
    }
}

module back_plate(panel, width, start) {
    height = bezel_height(panel);
    slots = floor((width - start - 48) / 12);
    difference() {
        union() {
            cube([width, height, back_thick]);
            for (x = [start + 10, width - joiner_size[0] / 2 - 8], y = [1, -1])
                translate([x - 3, height / 2 + y * (height / 2 - bezel_wall - 7) - 3, 0])
                    cube([6, 6, back_thick + joiner_size[2] - 0.5]);
        }
        for (slot = [0 : slots - 1])
            translate([start + 22 + 12 * slot, height * 0.25, -1]) rounded_box([5, height * 0.5, back_thick + 2], 2);
    }
}

module back_holes(panel, x) {
    inside = bezel_wall + joiner_size[1] / 2;
    for (y = [inside, bezel_height(panel) - inside]) translate([x, y, -1]) cylinder(d = screw_hole, h = back_thick + 2);
}

// A foot as seen from the side, the front at its left: a channel that leans back holds the bezel. It lies on its side.
module foot_table(panel) { linear_extrude(foot_width, convexity = 8) foot_outline(panel, 0, foot_long); }

// The same with two legs below, which straddle the stadium's wall.
module foot_wall(panel) {
    middle = foot_channel_at + (bezel_depth(panel) + back_thick) / 2;
    linear_extrude(foot_width, convexity = 8) {
        foot_outline(panel, foot_channel_at - 6, middle + wall_thick / 2 + 16);
        for (side = [-1, 1])
            translate([middle + side * (wall_thick / 2 + 0.3 + 3) - 3, -foot_leg]) square([6, foot_leg + 1]);
    }
}

// Base and channel, flat below.
module foot_outline(panel, front, back) {
    difference() {
        union() {
            translate([front, 0]) square([back - front, foot_base]);
            foot_channel(panel) translate([-4, -6]) square([foot_deep(panel) + 8, 48]);
        }
        foot_room(panel);
        translate([-100, -100]) square([400, 100]);
    }
}

function foot_deep(panel) = bezel_depth(panel) + back_thick + 0.8;

module foot_channel(panel) { translate([foot_channel_at, foot_base - 1]) rotate(-foot_lean) children(); }

// Where the bezel is: behind a front lip so low that it hides no light.
module foot_room(panel) {
    foot_channel(panel) {
        translate([0, 4]) square([foot_deep(panel), 100]);
        translate([-5, 4 + foot_front]) square([6, 100]);
    }
}
