export const pictureZoomMessages = {
  title: (name: string) => `Pictures of ${name}`,
  previous: 'Previous picture',
  next: 'Next picture',
  enlarge: 'Enlarge',
  reduce: 'Fit to the screen',
  place: (place: number, count: number) => `${place} of ${count}`,
  close: 'Close',
}
