#!/bin/sh
# Functions of Zig sources as the compiler's own parser (std.zig.Ast) sees them. Needs Zig 0.17 or
# later (PyPI: ziglang); set ZIG to its path if `zig` is not on PATH. Argument: ROOT.
# Prints `relative-path<TAB>line<TAB>name` for each named function with a body.
set -eu
root=${1:?usage: zig.sh ROOT}
zig=${ZIG:-zig}
command -v "$zig" > /dev/null || { echo "zig is missing: pip install ziglang, then set ZIG" >&2; exit 2; }
work=${EXTRACTOR_WORK:-${TMPDIR:-/tmp}/extract-zig}
mkdir -p "$work"
cat > "$work/extract.zig" <<'ZIG'
const std = @import("std");

extern "c" fn fopen(path: [*:0]const u8, mode: [*:0]const u8) ?*anyopaque;
extern "c" fn fread(to: [*]u8, size: usize, count: usize, file: *anyopaque) usize;
extern "c" fn fclose(file: *anyopaque) c_int;
extern "c" fn printf(format: [*:0]const u8, ...) c_int;

const limit = 16 << 20;

pub export fn main(argc: c_int, argv: [*][*:0]u8) callconv(.c) c_int {
    const gpa = std.heap.c_allocator;
    const buffer = gpa.alloc(u8, limit + 1) catch return 1;
    for (argv[1..@intCast(argc)]) |path| {
        const file = fopen(path, "rb") orelse continue;
        defer _ = fclose(file);
        const length = fread(buffer.ptr, 1, limit, file);
        buffer[length] = 0;
        list(gpa, path, buffer[0..length :0]) catch return 1;
    }
    return 0;
}

fn list(gpa: std.mem.Allocator, path: [*:0]const u8, source: [:0]const u8) !void {
    var tree = try std.zig.Ast.parse(gpa, source, .{});
    defer tree.deinit(gpa);
    for (tree.nodes.items(.tag), tree.nodes.items(.main_token)) |tag, token| {
        if (tag != .fn_decl) continue;
        const name = token + 1;
        if (tree.tokenTag(name) != .identifier) continue;
        const text = tree.tokenSlice(name);
        const line = std.mem.count(u8, source[0..tree.tokenStart(name)], "\n") + 1;
        _ = printf("%s\t%d\t%.*s\n", path, @as(c_int, @intCast(line)), @as(c_int, @intCast(text.len)), text.ptr);
    }
}
ZIG
(cd "$work" && "$zig" build-exe -lc -O ReleaseSafe extract.zig)
cd "$root" && find . -name '*.zig' -type f -print0 | sed -z 's|^\./||' | xargs -0 "$work/extract" | LC_ALL=C sort
