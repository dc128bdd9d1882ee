export const pageNotInList = (page: number) => `There is no page ${page}`
export const lastPageMessage = (pageCount: number) =>
  pageCount === 1 ? 'This list has one page.' : `This list ends with page ${pageCount}.`
