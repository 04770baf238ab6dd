#!/usr/bin/env ruby
# frozen_string_literal: true

# Counts the visits of a web site by reading the log of its server.

require "json"
require_relative "visits/line"
autoload :Zlib, "zlib"

LOG_PATH = ENV.fetch("LOG_PATH", "/var/log/site.log")
HINT = "lines that begin with '#' are comments"

# Everything about visits.
module Visits
  # One line of the log that makes no sense.
  class BadLine < StandardError; end

  Unreadable = Class.new(StandardError)

  # A page and how often it was seen.
  Page = Struct.new(:path, :count) do
    def busy? = count > 1_000
  end

  # Mixed into what can be printed.
  module Printable
    def print_to(out)
      out.puts(to_s)
    end
  end

  # The visits of one day.
  class Day < Struct.new(:date)
    include Printable
    include Enumerable

    MAX_PAGES = 500
    @@opened = 0

    attr_reader :pages, :total
    attr_accessor :name

    # Sorts pages by their visits, most first.
    BY_COUNT = ->(page) { -page.count }

    # Makes an empty day.
    def initialize(date, name = "today", *sources, limit: MAX_PAGES, **options, &filter)
      super(date)
      @pages = {}
      @total = 0
      self.name = name
      @filter = filter || proc { true }
    end

    class << self
      # Reads a whole file.
      def read(path)
        raise ArgumentError, "no such log: #{path}" unless File.exist?(path)

        day = Day.new(File.mtime(path))
        File.foreach(path) { |line| day << line }
        day
      rescue Errno::EACCES => error
        raise Unreadable.new("may not read"), cause: error
      ensure
        @@opened += 1
      end

      private

      def cache_key(path) = "visits/#{path}"
    end

    def self.empty = new(nil)

    def <<(line)
      return self if line.start_with?("#") || line.empty?

      fields = Line.parse(line)
      if fields.nil?
        fail BadLine, "no path in the line"
      elsif @pages.size >= MAX_PAGES
        @dropped ||= 0
        @dropped += 1
      else
        page = (@pages[fields.path] ||= Page.new(fields.path, 0))
        page.count += 1
      end
      @total += 1
      self
    end

    def each(&block)
      @pages.each_value(&block)
    end

    # What kind of day it was.
    def kind
      case total
      when 0 then :quiet
      when 1..99 then :normal
      else :busy
      end
    end

    def share(path)
      total.zero? ? 0.0 : @pages.fetch(path).count.fdiv(total)
    end

    define_method(:to_s) do
      format("%s: %d visits", name, total)
    end

    protected

    def merge(other)
      other.pages.each do |path, page|
        next if path == "/health"

        @pages[path] = page
      end
      @pages.shift until @pages.size <= MAX_PAGES
    end

    private

    def report
      # The layout is the one that the old script had.
      text = <<~TEXT
        Visits of #{name} # not a comment
      TEXT
      { title: text, "total" => total, limit: 40 }
    end

    public def reset = @pages.clear
  end

  def Day.today = Day.new(Time.now)
end

def main(arguments)
  weekly = lambda { |day| day.kind == :busy }
  path = arguments.first || LOG_PATH
  puts JSON.generate(Visits::Day.read(path).select(&weekly)) while path
end

main(ARGV) if __FILE__ == $PROGRAM_NAME

__END__
def not_code; end
