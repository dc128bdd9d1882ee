type MailError = {
  code?: unknown
  responseCode?: unknown
  command?: unknown
  response?: unknown
  message?: unknown
}

const isRefusedSignIn = ({ code, responseCode }: MailError) =>
  code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2' || responseCode === 535
const MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at the mail server’s address and port. Check SMTP_URL.',
  ESOCKET:
    'The connection to the mail server could not be made. Check the host, the port and smtp or smtps in SMTP_URL.',
  ECONNECTION: 'The connection to the mail server broke. Try once more.',
  ETIMEDOUT: 'The mail server did not answer in time. Check the host and port in SMTP_URL.',
  EDNS: 'The mail server’s name is not known. Check the host in SMTP_URL.',
  ENOTFOUND: 'The mail server’s name is not known. Check the host in SMTP_URL.',
  ETLS: 'The secure connection to the mail server failed. Try smtps with port 465, or smtp with port 587.',
  ENOSPC: 'The disk is full, so the email could not be written.',
  EACCES: 'The shop may not write to the folder of its emails.',
}

/** Explains to the owner why an email was not accepted, with the server's response if there is one. */
export function mailErrorMessage(problem: unknown): string {
  const error = (typeof problem === 'object' && problem !== null ? problem : {}) as MailError
  const serverResponse =
    typeof error.response === 'string' && error.response
      ? ` It answered: ${error.response.slice(0, 300)}`
      : ''
  if (isRefusedSignIn(error))
    return `The mail server refused the user name or the password in SMTP_URL.${serverResponse}`
  if (error.code === 'EENVELOPE')
    return `The mail server refused the sender’s or the recipient’s address.${serverResponse}`
  if (problem instanceof Error && (problem.name === 'TimeoutError' || problem.name === 'AbortError'))
    return MESSAGES['ETIMEDOUT']!
  const known = findSystemCode(problem) ?? error.code
  if (serverResponse) return `The mail server did not take the email.${serverResponse}`
  return MESSAGES[String(known)] ?? 'The email could not be sent.'
}

/** nodemailer reports every connection failure as ESOCKET; the system error is in the message or cause. */
function findSystemCode(problem: unknown): string | undefined {
  const message = problem instanceof Error ? problem.message : ''
  return Object.keys(MESSAGES).find(
    (code) => code !== 'ESOCKET' && code !== 'ECONNECTION' && message.includes(code),
  )
}
