import { RECOVERY_CODE_EXAMPLE } from '#features/accounts/second-factor/code-formats.ts'

export const ownAccountMessages = {
  wrongPassword: 'This is not your current password',
  passwordChanged:
    'Your password is changed. Every other browser that was signed in to your account is signed out.',
  enterCurrentPassword: 'Enter your current password',
  appIntro:
    'With a second factor, you enter your password and then a code from an app on your phone. Somebody who learns your password cannot sign in with it alone.',
  scan: 'Scan this with an app for codes, such as the one in your password manager. Or type the key into it by hand.',
  showFirstCode: 'Then enter the code that the app shows now.',
  enterCode: 'Enter the six digits that your app shows',
  enterRecoveryCode: `Enter a recovery code, like ${RECOVERY_CODE_EXAMPLE}`,
  enterEitherCode: `Enter the six digits that your app shows, or a recovery code, like ${RECOVERY_CODE_EXAMPLE}`,
  wrongCode: 'This code is not right, or was used already. Wait for the next one, then try again.',
  wrongRecoveryCode: 'This recovery code is not right, or was used already.',
  setupIsOver: 'The key on this page is no longer the newest one. Begin again.',
  alreadyOn: 'The second factor is on already.',
  isOff: 'The second factor is off. The password alone opens your account.',
  codesOnce:
    'If you lose your phone, each of these lets you sign in once in place of a code. They are shown only now: print them, or keep them where you keep your passwords.',
  codesNotCopied: 'Your browser does not let this page copy. Download the codes, or print them.',
  codesReplaced: 'Your earlier recovery codes no longer work.',
  codesLeft: (left: number) =>
    left === 0
      ? 'No recovery code is left: make new ones.'
      : left === 1
        ? 'One recovery code is left.'
        : `${left} recovery codes are left.`,
  stepIsOver: 'This took too long, or a code was tried too often. Sign in again.',
} as const
