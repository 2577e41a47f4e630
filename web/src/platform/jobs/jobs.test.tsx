import type { JobView } from '@xueheng/contract/platform/jobs.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../_stage.tsx'
import { forgetJobs, readJobs, useJob } from './jobs.ts'

/** Tells what the test says. */
class Stream extends EventTarget {
  static last: Stream | undefined
  constructor() {
    super()
    Stream.last = this
  }
  tell(job: JobView): void {
    this.dispatchEvent(new MessageEvent('job', { data: JSON.stringify(job) }))
  }
  close() {}
}

beforeEach(() => {
  forgetJobs()
  vi.stubGlobal('EventSource', Stream)
  grant()
})
afterEach(() => vi.unstubAllGlobals())

const STARTED: JobView = {
  id: '7',
  name: 'demo.work',
  title: '群发',
  subject: '',
  state: 'running',
  done: 0,
  total: 0,
  step: '',
  text: '',
  link: '',
  fileId: '',
  createTime: '2026-03-12 08:00:00',
  endTime: '',
}

function job(state: JobView['state'], text: string): JobView {
  return { ...STARTED, state, text }
}

function Shown() {
  const found = useJob('7')
  return <output>{found ? `${found.state} ${found.text}` : '未知'}</output>
}
const shown = () => screen.getByRole('status').textContent

test('an answer that was asked for before a job ended, and comes after its end was told, changes nothing', async () => {
  let answer: (jobs: JobView[]) => void = () => undefined
  const answered = new Promise<JobView[]>((resolve) => (answer = resolve))
  serve({
    list: async () => ({ data: { records: await answered } }),
    detail: () => ({ data: job('running', '') }),
  })
  stage(<Shown />)
  await waitFor(() => expect(shown()).toBe('running '))
  const reading = readJobs()
  Stream.last?.tell(job('done', '已停下'))
  await waitFor(() => expect(shown()).toBe('done 已停下'))
  answer([job('running', '列出接收人')])
  await reading
  expect(shown()).toBe('done 已停下')
})

test('a job that runs shows what was told last', async () => {
  serve({ list: () => ({ data: { records: [], total: 0 } }), detail: () => ({ data: job('waiting', '') }) })
  stage(<Shown />)
  await waitFor(() => expect(shown()).toBe('waiting '))
  Stream.last?.tell(job('running', '一半'))
  await waitFor(() => expect(shown()).toBe('running 一半'))
})
