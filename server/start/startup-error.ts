import { DatabaseProblem } from '#db/connection/database-error.server.ts'
import { CannotListen } from '#server/http/http-server.ts'

/** A start that failed for a reason its reader can mend: the message says what to do, a stack would only hide it. */
export class PlainProblem extends Error {
  static is(problem: Error): boolean {
    return problem instanceof PlainProblem || problem instanceof DatabaseProblem || problem instanceof CannotListen
  }
}
