import { expect } from 'vitest'
import type { Client, TestApp } from './harness.ts'

export const WORK = '/api/blade-flow/work'
export const LEAVE = '/api/blade-desk/process/leave'

/** Who asks for leave, who judges it, who looks after processes; and the process all tenants can start. */
export interface LeavePeople {
  admin: Client
  applicant: Client
  boss: Client
  definitionId: string
}

export async function leavePeople({ user }: TestApp): Promise<LeavePeople> {
  const admin = await user({ role: 'administrator' })
  const applicant = await user({ role: 'teacher', schoolCode: '125101000000000011' })
  const boss = await user({ role: 'school', schoolCode: '125101000000000011' })
  const { data } = await applicant.get(`${WORK}/start-list`, { category: 'flow_1', mode: 1 })
  expect(data.records).toMatchObject([
    { key: 'leave', version: 1, tenantId: '', category: 'flow_1', formRoute: 'leave' },
  ])
  return { admin, applicant, boss, definitionId: data.records[0].id }
}

export interface Started {
  id: string
  processInstanceId: string
}

/** What two days of leave are asked for with. */
export function leaveForm({ boss }: LeavePeople) {
  return {
    taskUser: boss.userId,
    startTime: '2026-03-02 08:00:00',
    endTime: '2026-03-03 18:00:00',
    reason: '家事',
  }
}

export async function startLeave(people: LeavePeople, form: object = {}): Promise<Started> {
  const body = { processDefinitionId: people.definitionId, ...leaveForm(people), ...form }
  const { status, msg, data } = await people.applicant.post(`${LEAVE}/start-process`, body)
  expect([status, msg]).toEqual([200, '操作成功'])
  return data
}

/** The task somebody has in a process, or may claim; nothing without one. */
export async function taskOf(user: Client, list: 'todo' | 'claim', started: Started): Promise<string> {
  const { data } = await user.get(`${WORK}/${list}-list`)
  const row = data.records.find((one: Started) => one.processInstanceId === started.processInstanceId)
  return row?.taskId ?? ''
}

export async function act(user: Client, started: Started, flag: string | undefined, more: object = {}) {
  const taskId = await taskOf(user, 'todo', started)
  const { processInstanceId } = started
  return user.post(`${WORK}/complete-task`, { taskId, processInstanceId, comment: '已阅', flag, ...more })
}

export async function leaveOf(user: Client, { id }: Started) {
  return (await user.get(`${LEAVE}/detail`, { businessId: id })).data
}
