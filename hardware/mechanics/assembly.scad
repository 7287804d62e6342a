// How it goes together, a step each: `step(1)` to `step(7)`. Orange is printed; what is bought is grey, black and green.
//
// The table's top is z = 0, the field's middle the origin, home plate at negative y.

include <parameters.scad>
use <mast.scad>
use <bezel.scad>
use <button_box.scad>
use <clips.scad>

plug = tube_inner - 2 * clearance;
table_edge = field / 2 + wall_thick + clamp_gap + clamp_jaw;
mast_y = table_edge - clamp_mast_in;
arm_z = clamp_top + mast_tubes * mast_length + tube_outer / 2;
arm_end = mast_y - tube_outer / 2 - arm_table;

module printed() { color("darkorange") children(); }
module other_printed() { color("goldenrod") children(); }
module bought(shade = "silver") { color(shade) children(); }

// From how a flat piece lies to how it is used: seen from the left, with the field at the left or at the right.
module upright() { rotate([90, 0, 90]) children(); }
module upright_back() { rotate([90, 0, -90]) children(); }

module table_top() {
    color("burlywood") translate([-320, -300, -25]) cube([640, 300 + table_edge, 25]);
}

// The field, from where `vision/geometry/stadium.py` has its markers, bases and zones.
module stadium_print() {
    color("seagreen") translate([-field / 2, -field / 2, 0]) cube([field, field, board_thick]);
    color("tan") difference() {
        translate([-field / 2 - wall_thick, -field / 2 - wall_thick, 0])
            cube([field + 2 * wall_thick, field + 2 * wall_thick, board_thick + wall_height]);
        translate([-field / 2, -field / 2, -1]) cube([field, field, 200]);
    }
    translate([0, 0, board_thick]) {
        color("peru") linear_extrude(0.4) translate([0, base_places[1][1]]) circle(121 / 450 * field);
        color("seagreen") linear_extrude(0.8) offset(-20) polygon(base_places);
        color("white") linear_extrude(1.2) for (base = base_places) translate(base) rotate(45) square(16, center = true);
        color("lightgreen") linear_extrude(1.2) for (zone = zone_places) translate(zone) circle(20 / 450 * field);
        for (marker = marker_places) translate(marker) {
            color("white") linear_extrude(1) square(marker_side + 2 * marker_quiet, center = true);
            color("black") linear_extrude(1.4) square(marker_side, center = true);
        }
    }
}

module m8_screw() {
    rotate([180, 0, 0]) {
        cylinder(d = 8, h = 80);
        translate([0, 0, 80]) cylinder(d = 14.6, h = 5.3, $fn = 6);
    }
}

module m4_screw() {
    rotate([0, 90, 0]) {
        translate([0, 0, -22]) cylinder(d = 4, h = 40);
        translate([0, 0, -25]) cylinder(d = 8, h = 3, $fn = 6);
    }
}

// The clamp; `apart` draws its screw and its cap below.
module clamp_body() { translate([-plug / 2, table_edge, 0]) upright() clamp_table(); }

module clamp(apart = 0) {
    printed() clamp_body();
    translate([clamp_width / 2 - plug / 2, table_edge - clamp_screw_in, -25 - apart]) {
        other_printed() translate([0, 0, -9]) clamp_cap_down();
        bought() translate([0, 0, -6 - apart]) m8_screw();
        other_printed() translate([0, 0, -85 - apart]) rotate([180, 0, 0]) translate([0, 0, -6]) clamp_knob();
    }
}

// The cap as it is used, its hole down.
module clamp_cap_down() { translate([0, 0, 9]) rotate([180, 0, 0]) clamp_cap(); }

// A tube of the mast, the first at the bottom; its screws go across the field's middle line, as all screws do.
module placed_tube(number, apart = 0) {
    translate([0, mast_y, clamp_top + number * mast_length + (number + 1) * apart]) rotate(90) mast_tube(mast_length);
}

// What joins it with the next.
module placed_splice(number, apart = 0) {
    z = clamp_top + (number + 1) * mast_length + (number + 1.5) * apart;
    translate([plug / 2, mast_y, z]) rotate([90, 0, 90]) translate([0, 0, -plug]) splice();
}

module mast_screws(apart = 0) {
    for (tube = [0 : mast_tubes - 1], end = [screw_from_end, mast_length - screw_from_end])
        translate([-apart / 2, mast_y, clamp_top + tube * mast_length + (tube + 1) * apart + end]) m4_screw();
}

module arm_screws() {
    for (y = [mast_y - tube_outer / 2 - screw_from_end, arm_end + screw_from_end]) translate([0, y, arm_z]) m4_screw();
}

module mast(apart = 0) {
    for (tube = [0 : mast_tubes - 1]) printed() placed_tube(tube, apart);
    for (tube = [0 : mast_tubes - 2]) other_printed() placed_splice(tube, apart);
    bought() mast_screws(apart);
}

module placed_elbow() { translate([plug / 2, mast_y, arm_z]) upright_back() elbow(); }
module placed_arm() { translate([0, mast_y - tube_outer / 2, arm_z]) rotate([90, 90, 0]) mast_tube(arm_table); }
module placed_head() { translate([0, arm_end, arm_z + plug / 2]) rotate([180, 0, 0]) camera_head(); }

module arm(apart = 0) {
    other_printed() placed_elbow();
    printed() translate([0, -apart, 0]) placed_arm();
    other_printed() translate([0, -2 * apart, 0]) placed_head();
}

module camera_module(apart = 0) {
    translate([0, arm_end - head_reach, arm_z + plug / 2 - head_plate - post_height - apart]) rotate([180, 0, 0]) {
        bought("green") translate([-camera_board[0] / 2, 0, 0]) difference() {
            cube([camera_board[0], camera_board[1], 1.1]);
            for (x = [2, 23], y = [2, 14.5]) translate([x, y, -1]) cylinder(d = 2.2, h = 4, $fn = 20);
        }
        bought("black") translate([0, lens_from_edge, 1.1]) {
            translate([-4.5, -4.5, 0]) cube([9, 9, 6]);
            cylinder(d = 7, h = camera_depth - 1.1, $fn = 30);
        }
        bought("dimgray") translate([-10.5, camera_board[1] - 6, -2.8]) cube([21, 5.5, 2.8]);
    }
}

module raspberry_pi() {
    bought("green") cube([pi_board[0], pi_board[1], 1.4]);
    bought("black") translate([7, 49, 1.4]) cube([51, 5, 8.5]);
    bought() for (y = [2, 20, 40]) translate([pi_board[0] - 18, y, 1.4]) cube([20, 14, 14]);
}

// The Pi's tray behind the mast, with the Pi on it; its posts look away from the mast.
module tray(apart = 0) {
    translate([-pi_board[1] / 2, mast_y + tube_outer / 2 + apart, arm_z - 160]) rotate([-90, -90, 0]) {
        other_printed() pi_tray();
        translate([0, 0, 3 + post_height + apart]) raspberry_pi();
    }
}

module clips() {
    for (z = [150, 300]) other_printed() translate([0, mast_y, z]) clip_cable();
    for (y = [60, 150]) other_printed() translate([0, y, arm_z]) rotate([90, 0, 0]) clip_ribbon();
}

module lights(panel) {
    bought("black") cube(panel);
    color("red") for (x = [1 : 4 : panel[0]], y = [1 : 4 : panel[1]])
        if ((x * 7 + y * 13) % 5 == 0) translate([x, y, -0.4]) cube([2, 2, 0.5]);
}

// The frame of a bezel of two ends, as it is printed: face down. And what is in it; `apart` moves the layers apart.
module both_ends(panel, apart = 0) {
    middle = [bezel_end_width(panel), bezel_height(panel) / 2, 0];
    for (turn = [0, 180]) translate(middle) rotate(turn) translate([-apart / 2, 0, 0] - middle) children();
}

module placed_joiners(panel, apart = 0) {
    for (y = [bezel_wall, bezel_height(panel) - bezel_wall - joiner_size[1]])
        translate([bezel_end_width(panel), y, bezel_depth(panel) - joiner_size[2] + 2 * apart]) bezel_joiner();
}

module placed_back(panel, apart = 0) {
    translate([0, 0, bezel_depth(panel) + back_thick + 3 * apart]) mirror([0, 0, 1]) back_end(panel);
}

module placed_panel(panel, apart = 0) {
    translate([bezel_end_wall + panel_gap, bezel_wall + panel_gap, bezel_lip + acrylic + apart]) children();
}

module bezel_screws(panel) {
    for (x = [-1, 1], y = [0, bezel_height(panel)])
        translate([bezel_end_width(panel) + x * joiner_wall_screw, y, bezel_depth(panel) - joiner_size[2] / 2])
            rotate([90, 0, 0]) cylinder(d = 2.4, h = 24, center = true);
}

module bezel(panel, apart = 0) {
    printed() both_ends(panel, apart) bezel_end(panel);
    other_printed() both_ends(panel, apart) placed_back(panel, apart);
    placed_panel(panel, apart) lights(panel);
    if (acrylic > 0) color([0.2, 0.2, 0.2, 0.5])
        placed_panel(panel, apart / 2) translate([0, 0, -acrylic]) cube([panel[0], panel[1], acrylic]);
    other_printed() placed_joiners(panel, apart);
}

// The bezel in its feet on the wall, its front towards home plate.
module in_feet(panel) {
    translate([-bezel_end_width(panel), foot_channel_at, foot_base - 1]) rotate([-foot_lean, 0, 0])
        translate([0, 0.4, 4]) rotate([90, 0, 0]) mirror([0, 0, 1]) children();
}

module on_wall(panel) {
    middle = foot_channel_at + (bezel_depth(panel) + back_thick) / 2;
    translate([0, field / 2 + wall_thick / 2 - middle, board_thick + wall_height]) children();
}

module bezel_on_wall(panel) {
    on_wall(panel) {
        other_printed() placed_feet(panel);
        in_feet(panel) bezel(panel);
    }
}

module placed_feet(panel) { for (x = [-90, 70]) translate([x, 0, 0]) upright() foot_wall(panel); }

// What a closed bezel takes up.
module bezel_room(panel) {
    cube([2 * bezel_end_width(panel), bezel_height(panel), bezel_depth(panel) + back_thick]);
}

module button(shade) {
    bought("white") {
        cylinder(d = button_rim, h = 2);
        translate([0, 0, -button_depth]) cylinder(d = button_hole, h = button_depth);
    }
    color(shade) translate([0, 0, 2]) cylinder(d = 20, h = 3);
}

module placed_lid() { translate([0, 0, box_size[2] + lid_thick]) rotate([180, 0, 0]) mirror([0, 1, 0]) box_lid(); }

module placed_buttons() {
    for (number = [0 : 8]) translate(button_places[number]) translate([0, 0, box_size[2] + lid_thick])
        button(number < 6 ? "royalblue" : number == 8 ? "red" : "limegreen");
}

module buttons_box(apart = 0) {
    printed() box_body();
    other_printed() translate([0, 0, apart]) placed_lid();
    translate([0, 0, 2 * apart]) placed_buttons();
}

// What must not touch: each of these is empty, or two things are in one place. `models.py` sees to it.
module clash(number) {
    if (number == 1) intersection() { all_screws(); jointed(); }
    if (number == 2) intersection() { clamp_body(); union() { placed_tube(0); table_part(); stadium_print(); } }
    if (number == 3) intersection() { placed_tube(0); placed_splice(0); }
    if (number == 4) intersection() { placed_elbow(); union() { placed_tube(mast_tubes - 1); placed_arm(); } }
    if (number == 5) intersection() { placed_head(); union() { placed_arm(); camera_module(); } }
    if (number == 6) intersection() { tray(); union() { placed_tube(mast_tubes - 1); placed_tube(mast_tubes - 2); } }
    if (number == 7) intersection() { box_body(); union() { placed_lid(); placed_buttons(); } }
    if (number == 8) intersection() { placed_lid(); for (place = button_places) translate(place) cylinder(d = button_hole, h = 100); }
    if (number == 9) intersection() {
        both_ends(panel_shipped) bezel_end(panel_shipped);
        union() {
            placed_panel(panel_shipped) cube(panel_shipped);
            placed_joiners(panel_shipped);
            both_ends(panel_shipped) placed_back(panel_shipped);
            bezel_screws(panel_shipped);
        }
    }
    if (number == 10) intersection() {
        placed_joiners(panel_shipped);
        union() {
            placed_panel(panel_shipped) cube(panel_shipped);
            both_ends(panel_shipped) placed_back(panel_shipped);
            bezel_screws(panel_shipped);
        }
    }
    if (number == 11) intersection() {
        upright() { foot_wall(panel_shipped); foot_table(panel_shipped); }
        in_feet(panel_shipped) bezel_room(panel_shipped);
    }
    if (number == 12) intersection() { placed_tube(0); clip_cable_on_tube(); }
    if (number == 13) intersection() {
        on_wall(panel_shipped) {
            placed_feet(panel_shipped);
            in_feet(panel_shipped) bezel_room(panel_shipped);
        }
        union() { placed_tube(0); clamp_body(); stadium_print(); }
    }
}

module clip_cable_on_tube() { translate([0, mast_y, clamp_top + 60]) { clip_cable(); clip_ribbon(); } }
module all_screws() { mast_screws(); arm_screws(); }
module jointed() {
    clamp_body();
    for (tube = [0 : mast_tubes - 1]) placed_tube(tube);
    for (tube = [0 : mast_tubes - 2]) placed_splice(tube);
    placed_elbow();
    placed_arm();
    placed_head();
}

module step(number) {
    if (number == 1) { table_part(); clamp(18); }
    if (number == 2) rotate([0, 90, 0]) mast(40);
    if (number == 3) arm(30);
    if (number == 4) camera_close();
    if (number == 5) bezel(panel_shipped, 35);
    if (number == 6) buttons_box(35);
    if (number == 7) whole();
}

// A corner of the table alone.
module table_part() {
    color("burlywood") translate([-70, table_edge - 90, -25]) cube([140, 89.9, 24.9]);
}

// The upper end of the mast, with what sits there.
module camera_close() {
    arm();
    printed() placed_tube(mast_tubes - 1);
    camera_module(20);
    tray(12);
    for (y = [60, 150]) other_printed() translate([0, y, arm_z]) rotate([90, 0, 0]) clip_ribbon();
    other_printed() translate([0, mast_y, arm_z - 200]) clip_cable();
}

module whole() {
    table_top();
    stadium_print();
    clamp();
    mast();
    arm();
    camera_module();
    tray();
    clips();
    bezel_on_wall(panel_shipped);
    translate([0, -field / 2 - 70, 0]) buttons_box();
}
