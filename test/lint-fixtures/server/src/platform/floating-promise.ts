// expect: typescript(no-floating-promises)
async function work(): Promise<void> {}

work()
