import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { roleTree } from '@xueheng/contract/domains/rights/role.ts'
import {
  type ToldByPhone,
  registration,
  registrationApprove,
  registrationRefuse,
} from '@xueheng/contract/domains/sign-in/social.ts'
import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useState } from 'react'
import { get } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { t, useT } from '../../platform/i18n/i18n.ts'
import { message } from '../../platform/ui/message.ts'
import { pickerState } from '../../platform/ui/picker-state.tsx'

interface Choice {
  row: CrudRow
  isApproved: boolean
}

/** 注册审核: strangers from a provider who asked for an account. */
export function Page() {
  const [choice, setChoice] = useState<Choice>()
  const decide = (isApproved: boolean) => (row: CrudRow) => setChoice({ row, isApproved })
  const isWaiting = (row: CrudRow) => row.state === 'waiting'
  return (
    <CrudPage entity={registration}>
      <ListToolbar />
      <ListRows
        actions={[
          { code: 'registration_audit', label: '通过', run: decide(true), isFor: isWaiting },
          { code: 'registration_audit', label: '拒绝', run: decide(false), isFor: isWaiting },
        ]}
      />
      {choice && <Decision {...choice} onClose={() => setChoice(undefined)} />}
    </CrudPage>
  )
}

/** What the one who decides has to know: whether the applicant has heard of it. */
const APPROVED: Record<ToldByPhone, string> = {
  sent: '已通过，并已短信通知申请人',
  skipped: '已通过；没有启用短信服务，申请人登录后会看到通知',
  noPhone: '已通过；申请人没有手机号，登录后会看到通知',
  failed: '已通过；短信没有发出，申请人登录后会看到通知',
}

const REFUSED: Record<ToldByPhone, string> = {
  sent: '已拒绝，并已短信通知申请人',
  skipped: '已拒绝；没有启用短信服务，请自行告知申请人',
  noPhone: '已拒绝；申请人没有手机号，请自行告知申请人',
  failed: '已拒绝；短信没有发出，请自行告知申请人',
}

function Decision({ row, isApproved, onClose }: Choice & { onClose: () => void }) {
  const t = useT()
  const said = {
    title: `${t(isApproved ? '通过注册申请' : '拒绝注册申请')} · ${String(row.account)}`,
    given: { id: row.id },
    changes: [registration],
    done: '',
    onClose,
  }
  return isApproved ? (
    <CallDialog {...said} call={registrationApprove} inputs={TREES} onDone={(answer) => say(APPROVED, answer?.told)} />
  ) : (
    <CallDialog {...said} call={registrationRefuse} onDone={(answer) => say(REFUSED, answer?.told)} />
  )
}

function say(words: Record<ToldByPhone, string>, told: ToldByPhone = 'failed'): void {
  if (told === 'sent') message.success(t(words[told]))
  else message.warning(t(words[told]))
}

const TREES = {
  roleIds: (props: InputProps) => <TreeInput {...props} path={roleTree.path} />,
  deptIds: (props: InputProps) => <TreeInput {...props} path={`${dept.paths[0]}/tree`} />,
}

/** Several nodes; the call takes their ids as one text. */
function TreeInput({ id, value, onChange, path }: InputProps & { path: string }) {
  const nodes = useQuery({ queryKey: ['tree', path], queryFn: () => get<object[]>(path) })
  return (
    <TreeSelect<string[]>
      multiple
      treeDefaultExpandAll
      {...(id && { id })}
      {...pickerState(nodes)}
      treeData={nodes.data ?? []}
      fieldNames={{ label: 'title', value: 'id', children: 'children' }}
      value={value ? String(value).split(',') : []}
      onChange={(ids) => onChange?.(ids.join())}
    />
  )
}
