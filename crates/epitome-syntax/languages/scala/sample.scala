// The catalogue of a library: who has which book, and until when.
package org.example.library

import cats.Monad
import cats.syntax.all._
import java.time.{LocalDate, Period => Span}
import scala.util.control.NonFatal as Quiet

val MAX_LOANS = 6

/** A book on loan. */
final case class Loan(book: String, reader: Int, days: Int = 28)

sealed abstract class Fault(val code: Int) extends Exception with Product

object Fault {
  val NOTE = "see https://example.com // not a comment"

  case object Missing extends Fault(404)
}

/** What a shelf can do.
  *
  * @tparam F the effect
  */
trait Shelf[F[_]] extends Readable {
  type Key <: String

  def size: Int

  protected def find(key: Key): F[Option[Loan]]

  def isEmpty: Boolean = size == 0
}

/** Lends books. */
@deprecated("use Desk", "2.0")
private[library] class Counter[F[_]: Monad](val shelf: Shelf[F], name: String)(implicit log: Log[F])
    extends Desk(name)
    with Serializable {
  self =>

  private var lent = 0
  lazy val label: String = s"counter $name"
  val isLong: Loan => Boolean = loan => loan.days > 28
  private val explain: PartialFunction[Fault, String] = {
    case Fault.Missing => "no such book"
    case fault if fault.code > 500 => "broken"
  }
  implicit val order: Ordering[Loan] = new Ordering[Loan] {
    override def compare(x: Loan, y: Loan): Int = x.days - y.days
  }

  def this(shelf: Shelf[F]) = this(shelf, "main")(Log.quiet)

  /** Gives a book to a reader.
    *
    * @return what was lent
    */
  @throws[Fault]("if there is none")
  def lend[A <: Loan](book: String, reader: Int = 0)(implicit at: LocalDate): Either[Fault, Loan] = {
    require(reader >= 0, "readers have numbers")
    if (lent >= MAX_LOANS) {
      throw new IllegalStateException("the counter is closed")
    } else if (book.isEmpty) {
      return Left(Fault.Missing)
    }
    // A short loan is one for the holidays.
    val days = if (at.getMonthValue == 7) 14 else 28
    val loan = Loan(book, reader, days = days)
    lent += 1
    this.last = loan
    Right(loan)
  }

  def all(keys: List[String]): List[Loan] = {
    def known(key: String) = keys contains key

    val found =
      for {
        key <- keys.sorted
        if known(key)
        loan <- lookUp(key)
      } yield loan
    while (lent > 100) close()
    try found.sortBy(_.days)
    catch {
      case Quiet(e) => Nil
    }
  }

  private def lookUp(key: String): List[Loan] = key match {
    case "lost" => List.empty[Loan]
    case other => List(new Loan(other, reader = 1))
  }

  def fail(code: Int): F[Loan] = Monad[F].raiseError(new Fault(code) { def why = "asked for" })
}

package object syntax {
  type Reader = Int
}

enum State(val open: Boolean):
  case Lent extends State(false)
  case Here(shelf: Int) extends State(true)

  def name: String = toString.toLowerCase

given byDays: Ordering[Loan] with
  def compare(x: Loan, y: Loan): Int =
    val left = x.days
    left - y.days

extension (loan: Loan)
  /** Whether it is late. */
  inline def isLate(using today: LocalDate): Boolean = loan.days < 0

@main def run(names: String*): Unit =
  names.foreach { name => println(name) }
