// Reads temperatures from sensors and keeps the last ones.

import Foundation
@testable import struct Weather.Station
#if os(Linux)
import Glibc
#endif

let MAX_READINGS = 1_000
private let HINT = "use // for a comment in the file"

/// A number with the moment it was read.
public struct Reading: Codable, Equatable {
    public let celsius: Double
    public var takenAt: Date = Date()

    /// The same on the other scale.
    public var fahrenheit: Double {
        let scaled = celsius * 9 / 5
        return scaled + 32
    }

    static func < (left: Reading, right: Reading) -> Bool {
        left.celsius < right.celsius
    }
}

/// What can go wrong with a sensor.
public enum SensorError: Error {
    case silent
    case outOfRange(Double)
    case unknown(name: String), closed
}

public protocol Sensor: AnyObject {
    associatedtype Unit
    var name: String { get }
    func read() async throws -> Reading
    init?(address: String)
}

typealias Handler = (Reading) -> Void

/**
 Keeps the readings of one sensor.
 */
@available(macOS 12, *)
public final class Recorder<S: Sensor>: NSObject, Sendable where S.Unit: Equatable {
    private(set) var readings: [Reading] = []
    @Published var isOpen = true {
        didSet { notify(isOpen) }
    }
    lazy var formatter: DateFormatter = {
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy-MM-dd"
        return formatter
    }()
    weak var sensor: S?
    let describe = { (reading: Reading) -> String in
        "\(reading.celsius) °C"
    }

    /// Makes a recorder for a sensor.
    public init(sensor: S, limit: Int = MAX_READINGS, _ handler: @escaping Handler) throws {
        guard limit > 0, let unit = S.defaultUnit else {
            throw SensorError.unknown(name: "no limit")
        }
        self.sensor = sensor
        super.init()
    }

    public convenience init?(named name: String) {
        return nil
    }

    deinit {
        close()
    }

    subscript(index: Int) -> Reading {
        return readings[index]
    }

    // Called by a timer.
    @discardableResult
    public func record(every seconds: inout TimeInterval, tags: String...) async throws -> Bool {
        if readings.count >= MAX_READINGS {
            readings.removeFirst()
        } else if let last = readings.last, last.celsius > 100 {
            throw SensorError.outOfRange(last.celsius)
        } else {
            seconds += 1
        }
        defer { isOpen = false }
        do {
            let reading: Reading = try await sensor!.read()
            readings.append(reading)
        } catch let error as SensorError {
            throw error
        } catch {
            fatalError("the sensor broke")
        }
        for tag in tags where !tag.isEmpty {
            // Tags are free text.
            log(tag, level: .info, prefix: "tag")
        }
        return isOpen ? true : false
    }

    func mean() -> Double? {
        let sum = readings.map { $0.celsius }.reduce(0, +)
        func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
        while let first = readings.first, first.celsius.isNaN {
            readings.removeFirst()
        }
        switch readings.count {
        case 0: return nil
        case 1...3 where sum > 0: return sum
        default: return rounded(sum / Double(readings.count))
        }
    }

    fileprivate static func notify(_ open: Bool) {
        #expect(open)
        repeat { sleep(1) } while open
    }

    private func close() {
        if sensor?.name.isEmpty == true { print("closed") }
        self.readings[0].takenAt = Date(timeIntervalSince1970: 0)
    }
}

extension Recorder: CustomStringConvertible {
    public var description: String { "\(readings.count) readings" }
}

actor Meter {
    static let shared = Meter()
    nonisolated func scale() -> [Int] { [Int]() }
}

infix operator <+>

package func <+> (left: Reading, right: Reading) -> [Reading] {
    [left, right]
}
