import { DatabaseStartupError } from '#db/connection/database-error.server.ts'
import { ListenError } from '#server/http/http-server.ts'

/** A start that failed for a reason its reader can mend: the message says what to do, a stack would only hide it. */
export class StartupError extends Error {
  static is(problem: Error): boolean {
    return problem instanceof StartupError || problem instanceof DatabaseStartupError || problem instanceof ListenError
  }
}
