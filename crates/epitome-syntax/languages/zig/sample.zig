//! A ring of readings from a weather station, with the newest on top.

const std = @import("std");
const mem = std.mem;
const units = @import("units.zig");

pub const MAX_READINGS: usize = 0x40;
const BANNER = "station // not a comment";
threadlocal var DROPPED: u32 = 0;

/// What can go wrong with a reading.
pub const ReadError = error{ OutOfRange, Stale };

/// Where the wind comes from.
pub const Wind = enum(u8) {
    north = 0,
    east = 90,
    calm,

    pub fn isCalm(self: Wind) bool {
        return self == .calm;
    }
};

const Value = union(enum) {
    celsius: f32,
    wind: Wind,
    none,
};

/// One reading.
pub const Reading = extern struct {
    time: u64,
    value: f32 = 0.5,
    place: struct { x: i32, y: i32 },

    const Self = @This();

    /// Makes a reading, or says why not.
    pub fn init(time: u64, value: f32) ReadError!Self {
        if (value < -90.0) {
            return error.OutOfRange;
        } else if (value > 60) {
            return ReadError.OutOfRange;
        }
        return Self{ .time = time, .value = value, .place = .{ .x = 3, .y = 4 } };
    }

    fn shift(self: *Self, by: u64) void {
        self.time += by;
        self.place.x = 7;
    }
};

const Handle = opaque {};

/// A ring of anything.
pub fn Ring(comptime T: type, comptime size: usize) type {
    return struct {
        items: [size]T,
        next: usize = 0,

        const Me = @This();

        /// Puts one on top.
        pub fn push(me: *Me, item: T) void {
            me.items[me.next] = item;
            me.next = (me.next + 1) % size;
        }

        inline fn top(me: *const Me) ?T {
            // The newest stands right before the next.
            return if (me.next == 0) null else me.items[me.next - 1];
        }
    };
}

fn parseAll(allocator: mem.Allocator, text: []const u8) ![]Reading {
    const readings = try allocator.alloc(Reading, MAX_READINGS);
    errdefer allocator.free(readings);
    defer DROPPED = 0;
    var count: usize = 0;
    var lines = mem.splitScalar(u8, text, '\n');
    while (lines.next()) |line| : (count += 1) {
        const value = std.fmt.parseFloat(f32, line) catch |err| switch (err) {
            error.InvalidCharacter => 0,
            else => return err,
        };
        readings[count] = Reading.init(count, value) catch continue;
    }
    for (readings[0..count], 0..) |*reading, i| {
        reading.shift(units.hours(i) orelse unreachable);
    }
    if (count == 0) @panic("no readings at all");
    std.debug.print("{s}: {d}\n", .{ BANNER, count });
    return readings[0..count];
}

extern "c" fn station_now(zone: c_int) u64;

export fn station_drop() callconv(.c) void {
    DROPPED += 1;
}

const ascending = struct {
    fn call(_: void, a: Reading, b: Reading) bool {
        return a.time < b.time;
    }
}.call;

comptime {
    if (MAX_READINGS > 1024) @compileError("the ring is too large");
}

test "readings out of range are refused" {
    const wrong = Reading.init(1, 99);
    try std.testing.expectError(error.OutOfRange, wrong);
}

test Wind {
    try std.testing.expect(Wind.calm.isCalm());
}
