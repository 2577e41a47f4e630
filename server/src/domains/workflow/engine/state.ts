import type { Variables } from './expression.ts'

/** A place where a process waits. Its id is the execution id of what stands there. */
export interface Token {
  id: string
  node: string
  wait: 'task' | 'loop' | 'timer' | 'join' | 'scope'
  /** The token of the embedded process, or of the task of several people, it is part of. */
  parent?: string
  /** The flow it came by, where flows are joined. */
  edge?: string
  /** Of a task of several people: for whom, how many are through, how many agreed. */
  people?: string[]
  done?: number
  passed?: number
}

/** What is kept of a running process. */
export interface State {
  tokens: Token[]
  variables: Variables
  /** Number of the last token. */
  last: number
}

/** A step somebody has to take, with everything worked out. */
export interface OpenedTask {
  tokenId: string
  node: string
  name: string
  assignee: string
  candidateUsers: string[]
  candidateGroups: string[]
  formKey: string
}

export interface OpenedTimer {
  tokenId: string
  /** The timer itself; that of the token for a timer on the way. */
  node: string
  dueAt: Date
}

/** Something passed (`open: false`) or begun; a task's line is closed when the task is. */
export interface HistoryLine {
  node: string
  name: string
  type: string
  tokenId: string
  isOpen: boolean
}

export interface DelegateCall {
  name: string
  node: string
}

/** What a step of the process asks the outside to do. */
export interface Effects {
  opened: OpenedTask[]
  timers: OpenedTimer[]
  /** Tokens that are gone with everything that waited at them. */
  closed: string[]
  history: HistoryLine[]
  delegates: DelegateCall[]
  /** The event the process ended with. */
  end?: string
}

/** The process cannot go on: the message is for people. */
export class FlowError extends Error {
  override readonly name = 'FlowError'
}
