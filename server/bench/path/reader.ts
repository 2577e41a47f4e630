import { Worker } from 'node:worker_threads'

/** How long a list took to answer while other work went on, in ms. */
export interface Waits {
  asked: number
  p50: number
  p99: number
  longest: number
}

/** Asks on a thread of its own, so that it waits for the server alone; ten times a second, whether or not it was answered. */
const ASKING = `
const { parentPort, workerData } = require('node:worker_threads')
const waits = []
let open = 0
const timer = setInterval(() => {
  const start = performance.now()
  open += 1
  fetch(workerData.url, { headers: workerData.headers })
    .then((response) => (response.ok ? response.text() : Promise.reject(new Error(String(response.status)))))
    .then(() => waits.push(performance.now() - start))
    .catch(() => waits.push(Infinity))
    .finally(() => (open -= 1))
}, 100)
parentPort.on('message', () => {
  clearInterval(timer)
  const end = setInterval(() => {
    if (open > 0) return
    clearInterval(end)
    parentPort.postMessage(waits)
  }, 20)
})`

/** A reader of a list for as long as other work goes on; `stop` answers how long each page took. */
export function readBeside(url: string, headers: Record<string, string>): { stop(): Promise<Waits> } {
  const worker = new Worker(ASKING, { eval: true, workerData: { url, headers } })
  return {
    stop: () =>
      new Promise((done, fail) => {
        worker.on('error', fail)
        worker.on('message', (waits: number[]) => {
          done(summaryOf(waits.toSorted((one, other) => one - other)))
          void worker.terminate()
        })
        worker.postMessage('stop')
      }),
  }
}

function summaryOf(waits: number[]): Waits {
  const at = (share: number) => Math.round(waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0)
  return { asked: waits.length, p50: at(0.5), p99: at(0.99), longest: at(1) }
}
