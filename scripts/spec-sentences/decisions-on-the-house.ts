import { sentencesOf, type SpecSentence } from './sentence.ts'

const EMBEDDED = 'db/embedded-postgres.test.ts'
const START = 'tests/requests/start.test.ts'

export const decisionsOnTheHouse: SpecSentence[] = [
  ...sentencesOf('D1', [
    {
      sentence: 'The contract of §7 survives by name: tables, procedures, bucket, send-order-email',
      files: ['db/migrations/0001-shop.sql', 'server/order-mail-function.ts', 'server/storage-routes.ts'],
      tests: [
        'db/fields.sql.test.ts › §7 the procedures take their arguments by name',
        'tests/requests/services.test.ts › gives a picture to everybody, for good',
      ],
    },
  ]),
  ...sentencesOf('D2', [
    {
      sentence: 'With nothing configured it starts its own PostgreSQL 18 on a unix socket and stops it with itself',
      files: ['db/embedded-postgres.server.ts', 'server/database.ts'],
      tests: [
        `${EMBEDDED} › D2 starts a real PostgreSQL 18 that is safe against crashes and open to nobody else`,
        `${EMBEDDED} › D2 stops with the shop and leaves nothing running`,
        `${EMBEDDED} › D2 a shop killed while it writes takes PostgreSQL with it and loses nothing it had committed`,
      ],
    },
    {
      sentence: 'DATABASE_URL puts it on any PostgreSQL 15 or newer',
      files: ['db/server-check.server.ts', 'db/connect.server.ts'],
      tests: [
        'db/connect.sql.test.ts › when it is too old',
        'db/migrate.sql.test.ts › a user who may make roles but is no superuser can set the shop up',
      ],
    },
    {
      sentence: 'Ids are random UUIDs',
      files: ['db/migrations/0001-shop.sql'],
      tests: ['db/wrong-states.sql.test.ts › D2 ids are random'],
    },
  ]),
  ...sentencesOf('D3', [
    {
      sentence: 'Files lie in a folder in DATA_DIR by default',
      files: ['shop/media/folder-picture-store.server.ts'],
      tests: ['shop/media/folder-picture-store.test.ts › D3 what is written is read again'],
    },
    {
      sentence: 'Any S3-compatible store by S3_* settings',
      files: ['shop/media/s3-picture-store.server.ts', 'server/picture-store-for.ts', 'server/env.ts'],
      tests: [
        'shop/media/s3-picture-store.test.ts › D3 what is written is read again',
        'tests/requests/s3-store.test.ts › has the demo there at its first start, and shows what the owner uploads',
        'server/env.test.ts › is what all five settings say',
      ],
    },
  ]),
  ...sentencesOf('D4', [
    {
      sentence: 'Mail is written to DATA_DIR/mail as .eml; SMTP_URL sends it',
      files: ['shop/mail/folder-mail-transport.server.ts', 'shop/mail/smtp-mail-transport.server.ts'],
      tests: [
        'tests/requests/main-job.test.ts › D4 the verification mail is written',
        'shop/mail/smtp-mail-transport.test.ts › the mail goes from the shop to its one recipient',
      ],
    },
    {
      sentence: 'The dashboard and the terminal say where mails go',
      files: ['shop/mail/mail-route.ts', 'web/admin/dashboard-mails.tsx'],
      tests: [
        'shop/mail/test-email.sql.test.ts › is told with the server’s name and nothing that opens it',
        'tests/requests/dashboard.test.ts › says where emails go',
      ],
    },
    {
      sentence: 'Mail never blocks or fails a request',
      files: ['server/mail-worker.ts'],
      tests: [
        'server/mail-worker.sql.test.ts › one server that hangs holds up its own mails for a while and nobody else’s',
      ],
    },
  ]),
  ...sentencesOf('D5', [
    {
      sentence: 'Settings are read once and validated; bad ones end the start with clear lines, told together',
      files: ['server/env.ts', 'server/plain-problem.ts'],
      tests: [
        'server/env.test.ts › D5 all wrong settings are told together',
        `${START} › all wrong settings are told together, none with its secret`,
      ],
    },
    {
      sentence: 'On an empty database it migrates and loads the demo (unless DEMO=off)',
      files: ['server/load-demo.ts', 'db/migrate.server.ts'],
      tests: [
        'server/load-demo.sql.test.ts › a loading that broke off goes on with what is missing',
        'db/migrate.sql.test.ts › migrations run once, in order',
      ],
    },
    {
      sentence: 'The first administrator: from settings, otherwise with a random password printed once',
      files: ['shop/accounts/administrators.server.ts', 'shop/accounts/password-rules.ts', 'server/compose.ts'],
      tests: [
        `${START} › says where it is, and the owner’s password once`,
        `${START} › ADMIN_EMAIL and ADMIN_PASSWORD do not replace an owner who is there`,
        `${START} › Ctrl-C during the first start is quiet, and whoever did it has read the password already`,
        'shop/accounts/administrators.sql.test.ts › D5 two nodes that start at once make one first administrator',
        'shop/accounts/administrators.sql.test.ts › D5 B23 a password that the shop would refuse anybody makes no administrator',
        'server/env.test.ts › B23 the administrator’s password is one that the shop would take from anybody',
        'shop/accounts/administrators.sql.test.ts › D5 each with a password of its own, they make one first administrator together',
      ],
    },
    {
      sentence: 'It prints the address when ready; SIGTERM ends it cleanly: requests in flight are answered',
      files: ['server/run.ts', 'server/http-server.ts'],
      tests: [`${START} › SIGTERM answers what is under way and ends it`],
    },
    {
      sentence: 'npm start installs and builds by itself, and a second start does neither',
      files: ['scripts/prepare.mjs'],
      tests: [
        'scripts/prepare.test.ts › D5 a first start installs and builds, the second does neither and is quick',
      ],
    },
  ]),
  ...sentencesOf('D6', [
    {
      sentence: '§6 is enforced in the database by row-level security, with one database role an actor kind',
      files: ['db/policies.sql', 'db/roles.sql', 'db/connect.server.ts', 'db/shop-login.server.ts'],
      tests: [
        'server/database.test.ts › D6 the pools on the shop’s own PostgreSQL log in as somebody who may do nothing',
        'db/who-may-do-what.sql.test.ts › every table asks for a policy, and nobody can set row-level security aside',
        'db/connect.sql.test.ts › D6 each connection has the role of who acts',
      ],
    },
    {
      sentence: 'One test walks the whole matrix: actor x table x verb, and actor x route',
      files: ['tests/rights.ts', 'web/routes.ts'],
      tests: [
        'db/who-may-do-what.sql.test.ts › every actor may do on every table exactly what is written here',
        'tests/requests/guards.test.ts › §6 $path',
      ],
    },
  ]),
  ...sentencesOf('D7', [
    {
      sentence: 'HttpOnly, SameSite=Lax cookies; no token is readable by scripts',
      files: ['shop/accounts/session-cookies.server.ts'],
      tests: [
        'shop/accounts/sessions.sql.test.ts › D7 no script can read the parts of a session',
        'tests/requests/services.test.ts › gives its parts to no script',
      ],
    },
    {
      sentence: 'A short-lived signed access part and a long-lived opaque refresh part',
      files: ['shop/accounts/session-parts.server.ts', 'shop/accounts/signer.server.ts'],
      tests: [
        'shop/accounts/sessions.sql.test.ts › D7 the access part is good for an hour',
        'shop/accounts/sessions.sql.test.ts › D7 a part is worthless in the place of the other',
        'shop/accounts/sessions.sql.test.ts › D7 the refresh part is replaced',
      ],
    },
    {
      sentence: 'Remember-me unticked: the session ends with the browser',
      files: ['shop/accounts/session-cookies.server.ts'],
      tests: [
        'tests/requests/services.test.ts › D7 without remember-me the session’s cookies end with the browser',
      ],
    },
    {
      sentence: 'Signing out revokes the session on the server',
      files: ['shop/accounts/sessions.server.ts'],
      tests: [
        'shop/accounts/sign-out.sql.test.ts › T48 what was stolen before a sign-out is worth nothing after it',
      ],
    },
  ]),
  ...sentencesOf('D8', [
    {
      sentence: 'Registration never tells whether an address is taken; its owner gets a mail instead',
      files: ['shop/accounts/register.server.ts'],
      tests: [
        'shop/accounts/accounts.sql.test.ts › D8 a taken address gets the same answer',
        'tests/requests/main-job.test.ts › D8 a second one for the same address is answered alike',
      ],
    },
    {
      sentence: 'Sign-in is allowed before verification unless REQUIRE_VERIFIED_EMAIL=true',
      files: ['shop/accounts/sign-in.server.ts'],
      tests: [
        'shop/accounts/accounts.sql.test.ts › D8 with REQUIRE_VERIFIED_EMAIL a right password waits for the verification',
      ],
    },
  ]),
  ...sentencesOf('D9', [
    {
      sentence: 'The forgot-password link leads to a working reset by mail',
      files: ['shop/accounts/reset-password.server.ts', 'web/account/reset-password-page.tsx'],
      tests: [
        'shop/accounts/reset-password.sql.test.ts › D9 a link works once',
        'shop/accounts/reset-password.sql.test.ts › D9 it signs the account out everywhere',
      ],
    },
  ]),
  ...sentencesOf('D10', [
    {
      sentence: 'Admin sign-in, sign-in and registration are rate limited per address and per account',
      files: ['shop/accounts/rate-limiter.server.ts', 'shop/accounts/rate-limits.ts'],
      tests: [
        'shop/accounts/rate-limits.sql.test.ts › D10 five guesses at an account from one place',
        'shop/accounts/rate-limits.sql.test.ts › D10 the back-office’s sign-in counts together with the shop’s',
        'shop/accounts/rate-limits.sql.test.ts › D10 ten from one address',
      ],
    },
  ]),
]
