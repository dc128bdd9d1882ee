/** If it cannot be loaded, a part of the page stays as the server rendered it. */
export const waitForever = () => new Promise<never>(() => {})
