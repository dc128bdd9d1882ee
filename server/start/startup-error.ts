import { DatabaseStartupError } from '#db/connection/database-error.server.ts'
import { ListenError } from '#server/http/http-server.ts'

/** A start failure that the operator can fix; printed as one line without a stack. */
export class StartupError extends Error {
  static is(problem: Error): boolean {
    return (
      problem instanceof StartupError ||
      problem instanceof DatabaseStartupError ||
      problem instanceof ListenError
    )
  }
}
