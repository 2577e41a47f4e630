import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { roleTree } from '@xueheng/contract/domains/rights/role.ts'
import {
  type ToldByPhone,
  registration,
  registrationApprove,
  registrationRefuse,
} from '@xueheng/contract/domains/sign-in/social.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input, TreeSelect } from 'antd'
import { useState } from 'react'
import { callApi, get } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppForm } from '../../platform/ui/AppForm.tsx'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { message, wordsOf } from '../../platform/ui/message.ts'

interface Choice {
  row: CrudRow
  isApproved: boolean
}

/** 注册审核: strangers from a provider who asked for an account. */
export function Page() {
  const [choice, setChoice] = useState<Choice>()
  const decide = (isApproved: boolean) => async (row: CrudRow) => setChoice({ row, isApproved })
  const isWaiting = (row: CrudRow) => row.state === 'waiting'
  return (
    <>
      <CrudPage
        entity={registration}
        rowActions={[
          { code: 'registration_audit', label: '通过', run: decide(true), isFor: isWaiting },
          { code: 'registration_audit', label: '拒绝', run: decide(false), isFor: isWaiting },
        ]}
      />
      {choice && <Decision {...choice} onClose={() => setChoice(undefined)} />}
    </>
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

interface Typed {
  roleIds?: string[]
  deptIds?: string[]
  reason?: string
}

function Decision({ row, isApproved, onClose }: Choice & { onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function keep({ roleIds, deptIds, reason }: Typed): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    try {
      const rights = { roleIds: (roleIds ?? []).join(), deptIds: (deptIds ?? []).join() }
      const answer = isApproved
        ? await callApi(registrationApprove, { id: row.id, ...rights })
        : await callApi(registrationRefuse, { id: row.id, reason: reason ?? '' })
      const { told = 'failed' } = answer ?? {}
      const say = told === 'sent' ? message.success : message.warning
      say(t(isApproved ? APPROVED[told] : REFUSED[told]))
      await client.invalidateQueries({ queryKey: ['crud', registration.name] })
      onClose()
    } catch (error) {
      setRefusal(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AppModal
      open
      title={`${t(isApproved ? '通过注册申请' : '拒绝注册申请')} · ${String(row.account)}`}
      width={520}
      okText={t('确定')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      {refusal && <Alert className="info-refusal" type="error" showIcon title={refusal} />}
      <AppForm<Typed> form={form} onFinish={(typed) => void keep(typed)}>
        {isApproved ? (
          <>
            <Form.Item name="roleIds" label={t('所属角色')} rules={[{ required: true, message: t('请选择角色') }]}>
              <Tree path={roleTree.path} />
            </Form.Item>
            <Form.Item name="deptIds" label={t('所属部门')}>
              <Tree path={`${dept.paths[0]}/tree`} />
            </Form.Item>
          </>
        ) : (
          <Form.Item name="reason" label={t('拒绝原因')} rules={[{ required: true, message: t('请输入拒绝原因') }]}>
            <Input.TextArea rows={3} maxLength={200} showCount />
          </Form.Item>
        )}
      </AppForm>
    </AppModal>
  )
}

interface TreeProps {
  path: string
  /** Given by the form, for its label. */
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
}

function Tree({ path, id, value, onChange }: TreeProps) {
  const nodes = useQuery({ queryKey: ['tree', path], queryFn: () => get<object[]>(path) })
  return (
    <TreeSelect
      multiple
      treeDefaultExpandAll
      {...(id && { id })}
      loading={nodes.isPending}
      treeData={nodes.data ?? []}
      fieldNames={{ label: 'title', value: 'id', children: 'children' }}
      {...(value && { value })}
      {...(onChange && { onChange })}
    />
  )
}
