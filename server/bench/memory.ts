/** Looks at the memory of this process; `stop` answers the highest resident memory since, in MB. */
export function watchMemory(): { stop(): number } {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(look, 20)
  return {
    stop: () => {
      look()
      clearInterval(timer)
      return Math.round(peak / 1024 / 1024)
    },
  }
}
