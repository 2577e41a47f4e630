import { useQueryClient } from '@tanstack/react-query'
import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import { isSilent } from '../api/silent-codes.ts'
import { t } from '../i18n/i18n.ts'
import { type ConfirmOptions, confirmBox } from '../ui/confirm.ts'
import { message, showError } from '../ui/message.ts'
import { expectChanges } from './after-job.ts'
import { type Change, refreshChanges } from './changes.ts'
import { isOutdated, splitRefusal } from './refusal.ts'

/** Asked before an action; the text alone, or with the words and the colour of its button. */
export type Question = string | (ConfirmOptions & { text: string })

export interface ActionOptions<A extends unknown[], T> {
  /** Without a yes nothing happens. */
  confirm?: Question | ((...given: A) => Question)
  /** Said once it is done, 操作成功 without it; an empty text says nothing. */
  done?: string | ((answer: T, ...given: A) => string)
  /** What is read again once it is done, when the job it began has ended, or when somebody else was quicker (404, 409). */
  changes?: readonly Change[]
  /** Called once it is done: closes the dialog, leads to another screen. */
  onDone?: (answer: T, ...given: A) => unknown
  /** Its fields show the problems that name them; the rest is `refusal`. */
  form?: FormInstance | undefined
  /** The screen shows `refusal` itself; without it, and without a form, a refusal is a toast. */
  isInline?: boolean
}

export interface Action<A extends unknown[]> {
  /** Does it, once: while one is under way another is left out. Answers whether it was done. */
  run: (...given: A) => Promise<boolean>
  isBusy: boolean
  /** What the action under way was given: which row is busy. */
  busyWith: A | undefined
  /** Why the last one was refused, where no field and no toast says so. */
  refusal: string | undefined
  /** The last refusal as it was thrown. */
  error: unknown
  /** Forgets the last refusal. */
  reset: () => void
}

interface State<A> {
  busyWith?: A
  refusal?: string | undefined
  error?: unknown
}

/** The one way in which something is done from a screen: ask, call, say so, read again, or show why it was refused. */
export function useAction<A extends unknown[], T>(
  work: (...given: A) => Promise<T>,
  options: ActionOptions<A, T> = {},
): Action<A> {
  const client = useQueryClient()
  const isUnderWay = useRef(false)
  const [state, setState] = useState<State<A>>({})

  async function carryOut(given: A): Promise<boolean> {
    setState({ busyWith: given })
    try {
      const answer = await work(...given)
      expectChanges(answer, options.changes ?? [])
      sayDone(options, answer, given)
      await options.onDone?.(answer, ...given)
      await refreshChanges(client, options.changes ?? [])
      setState({})
      return true
    } catch (error) {
      setState({ error, refusal: showRefusal(options, error) })
      if (isOutdated(error)) await refreshChanges(client, options.changes ?? [])
      return false
    }
  }

  async function run(...given: A): Promise<boolean> {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    try {
      return (await isAgreed(options.confirm, given)) && (await carryOut(given))
    } finally {
      isUnderWay.current = false
    }
  }

  const { busyWith, refusal, error } = state
  return { run, isBusy: busyWith !== undefined, busyWith, refusal, error, reset: () => setState({}) }
}

async function isAgreed<A extends unknown[], T>(ask: ActionOptions<A, T>['confirm'], given: A): Promise<boolean> {
  if (ask === undefined) return true
  const question = typeof ask === 'function' ? ask(...given) : ask
  const { text, ...rest } = typeof question === 'string' ? { text: question } : question
  return confirmBox(t(text), rest)
}

function sayDone<A extends unknown[], T>({ done = '操作成功' }: ActionOptions<A, T>, answer: T, given: A): void {
  const text = typeof done === 'function' ? done(answer, ...given) : done
  if (text !== '') message.success(t(text))
}

/** Shows it where it belongs; answers what the screen is to show itself. */
function showRefusal<A extends unknown[], T>(
  { form, isInline }: ActionOptions<A, T>,
  error: unknown,
): string | undefined {
  if (isSilent(error)) return undefined
  if (!form && !isInline) {
    showError(error)
    return undefined
  }
  const { fields, text } = splitRefusal(error, Object.keys(form?.getFieldsValue() ?? {}))
  form?.setFields(fields)
  return text
}
