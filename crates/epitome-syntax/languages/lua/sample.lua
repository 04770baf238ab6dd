#!/usr/bin/env lua
--- A cache of parsed config files with watchers.
-- Files are read once and again when their time stamp moves.

local lfs = require("lfs")
local json = require "cjson.safe"
local log = require("app.log").for_module("config")

local MAX_ENTRIES = 128
local DEFAULT_PATHS = { "/etc/app.json", "~/.app.json" } -- searched in order
DEBUG_CONFIG = false

local unpack = table.unpack or unpack

local M = { VERSION = "1.4.0 -- not a comment" }
M.__index = M

--- Turns `~` into the home folder.
---@param path string
---@return string
local function expand(path)
  return (path:gsub("^~", os.getenv("HOME") or ""))
end

-- A plain comment above a local function.
local read_all = function(path)
  local file, err = io.open(expand(path), "r")
  if not file then
    return nil, "cannot open " .. path
  end
  local text = file:read("*a")
  file:close()
  return text
end

--- Makes a cache.
---@param opts table|nil
function M.new(opts)
  opts = opts or {}
  local self = setmetatable({}, M)
  self.entries = {}
  self.limit = opts.limit or MAX_ENTRIES
  self.on_change = opts.on_change
  return self
end

--- Reads a file, or gives what was read before.
function M:get(path, ...)
  local entry = self.entries[path]
  local stamp = lfs.attributes(path, "modification")
  if entry and entry.stamp == stamp then
    return entry.value
  elseif not stamp then
    error("no such file: " .. path, 2)
  end
  local text, err = read_all(path)
  if not text then
    error(err)
  end
  local value = json.decode(text)
  -- Only whole objects are kept.
  if type(value) ~= "table" then
    return nil, "not an object"
  end
  self.entries[path] = { stamp = stamp, value = value }
  if self.on_change then
    self.on_change(path, value, ...)
  end
  return value
end

function M:evict()
  local count = 0
  for path, entry in pairs(self.entries) do
    count = count + 1
    if count > self.limit then
      log:warn("evicting", path, entry.stamp)
      self.entries[path] = nil
    end
  end
  while count > self.limit do
    count = count - 1
  end
  repeat
    local path = table.remove(self.queue or {}, 1)
  until not path
  for i = 1, #DEFAULT_PATHS do
    print(i, DEFAULT_PATHS[i])
  end
  return count
end

M.keys = function(self)
  local keys = {}
  table.foreach(self.entries, function(path)
    keys[#keys + 1] = path
  end)
  return unpack(keys)
end

M.readers = {
  json = function(text)
    return json.decode(text)
  end,
  ["ini"] = function(text, strict)
    assert(not strict, "strict ini is not there yet")
    return { raw = text }
  end,
  nested = {
    lines = function(text)
      return text:gmatch("[^\n]+")
    end,
  },
}

local Watcher = setmetatable({}, {
  __call = function(class, path)
    return setmetatable({ path = path, interval = 30 }, class)
  end,
})

function Watcher.backend.poll(self)
  local co = coroutine.create(function()
    return self.path
  end)
  return coroutine.resume(co)
end

return M
