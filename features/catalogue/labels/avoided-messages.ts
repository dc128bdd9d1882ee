export const avoidedMessages = {
  about:
    'We mark every product that contains or may contain these, and every one whose label does not say. Nothing is hidden, and you can buy all of it. Always check the label.',
  deviceOnly: 'Kept in this browser alone, until you clear the list or sign out.',
  keepInAccount: 'Also keep this in my account',
  accountHint:
    'What you avoid says something about your health. We use it for these marks on your other devices and for nothing else, and delete it from your account as soon as you untick this or clear the list.',
  accountNotRead: 'Your account could not be read. Until it can, the list is kept in this browser alone.',
  accountNotSaved: 'The list is saved in this browser, but your account could not be reached. Try again.',
  deviceNotSaved:
    'This browser does not keep the list, because it refuses to or because you switched it off in Privacy. It lasts until you close this page.',
  mergedTitle: 'Your account and this browser avoided different things',
  merged: 'Both are marked now, and your account keeps them together. Untick what you do not want here.',
  marked: 'Saved. Products are marked for',
  nothingMarked: 'Saved. No product is marked any more.',
  profileHint: 'Products that contain what your household avoids can be marked.',
} as const
