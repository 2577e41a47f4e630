import { roleTree } from '@xueheng/contract/domains/system/role.ts'
import { factorReset } from '@xueheng/contract/domains/system/second-factor.ts'
import { tenantSelect } from '@xueheng/contract/domains/system/tenant.ts'
import { user, userGrant, userPage, userResetPassword, userUnlock } from '@xueheng/contract/domains/system/user.ts'
import { userUnit } from '@xueheng/contract/domains/school/user-unit.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { callApi, get } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { t, useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { message, showError } from '../../platform/ui/message.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { DeptTree } from './DeptTree.tsx'
import { GrantDialog, type GrantNode } from './GrantDialog.tsx'
import './user.css'

const source = { segment: userPage.path.slice(userPage.path.lastIndexOf('/') + 1) }

/** 用户管理: departments on the left, the users of the chosen one and all below it on the right. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const [chosen, choose] = useState<CrudRow>()
  const [inUnits, openUnits] = useState<CrudRow>()
  const deptId = search.get('dept') ?? undefined
  const tenantId = search.get('tenant') ?? undefined
  const fixedFilters = useMemo(() => ({ deptId, tenantId }), [deptId, tenantId])
  const defaults = useMemo(() => ({ ...(deptId && { deptId }), ...(tenantId && { tenantId }) }), [deptId, tenantId])

  return (
    <PageFrame isFilled title={t('用户管理')}>
      <div className="users">
        <aside className="users-side" aria-label={t('机构')}>
          <TenantPicker
            value={tenantId}
            onChange={(tenant) => setSearch({ tenant, dept: undefined, current: undefined })}
          />
          <DeptTree {...{ tenantId }} value={deptId} onChange={(dept) => setSearch({ dept, current: undefined })} />
        </aside>
        <CrudPage
          key={`${tenantId ?? ''}-${deptId ?? ''}`}
          entity={user}
          source={source}
          fixedFilters={fixedFilters}
          defaults={defaults}
          isEmbedded
          rowActions={[
            { code: 'user_role', label: '角色配置', run: choose },
            { code: 'user_view', label: '单位', run: openUnits },
            { code: 'user_reset', label: '密码重置', run: resetPassword },
            { code: 'user_reset', label: '解锁', run: unlock },
            { code: 'user_reset', label: '解除二次验证', run: resetFactor },
          ]}
        />
      </div>
      <AppModal
        open={inUnits !== undefined}
        title={`${t('用户单位')} · ${String(inUnits?.account ?? '')}`}
        width="min(1100px, 94vw)"
        className="users-units"
        footer={null}
        onCancel={() => openUnits(undefined)}
        destroyOnHidden
      >
        {inUnits && <UserUnits userId={inUnits.id} />}
      </AppModal>
      {chosen && (
        <GrantDialog
          title={`${t('角色配置')} · ${String(chosen.account)}`}
          about={`user-${chosen.id}`}
          load={() => loadRoles(chosen)}
          save={({ role }) => callApi(userGrant, { userIds: chosen.id, roleIds: (role ?? []).join() })}
          isPlain
          changes={user.name}
          onClose={() => choose(undefined)}
        />
      )}
    </PageFrame>
  )
}

/** Where a user works: what the role lets see lies within these units. */
function UserUnits({ userId }: { userId: string }) {
  const owner = useMemo(() => ({ userId }), [userId])
  return <CrudPage entity={userUnit} fixedFilters={owner} defaults={owner} prefix="unit." isEmbedded />
}

async function loadRoles(row: CrudRow) {
  const nodes = await get<GrantNode[]>(roleTree.path, { tenantId: String(row.tenantId) })
  return [
    {
      key: 'role',
      title: '角色',
      nodes,
      granted: String(row.roleId ?? '')
        .split(',')
        .filter(Boolean),
    },
  ]
}

function resetPassword(row: CrudRow): Promise<void> {
  return ask(t('确定将该账号密码重置为初始密码?'), userResetPassword, row)
}

function unlock(row: CrudRow): Promise<void> {
  return ask(t('确定解除该账号的登录锁定?'), userUnlock, row)
}

function resetFactor(row: CrudRow): Promise<void> {
  return ask(t('确定解除该账号的二次验证?'), factorReset, row)
}

type UserCall = typeof userUnlock | typeof userResetPassword | typeof factorReset

async function ask(question: string, call: UserCall, row: CrudRow): Promise<void> {
  if (!(await confirmBox(question))) return
  try {
    await callApi(call, { userIds: row.id })
    message.success('操作成功')
  } catch (error) {
    showError(error)
  }
}

interface TenantPickerProps {
  value: string | undefined
  onChange: (tenantId: string | undefined) => void
}

/** Only those who look after several tenants see it. */
function TenantPicker({ value, onChange }: TenantPickerProps) {
  const t = useT()
  const tenants = useQuery({
    queryKey: ['tenants'],
    queryFn: () => get<{ tenantId: string; tenantName: string }[]>(tenantSelect.path),
  })
  if (!tenants.data || tenants.data.length < 2) return null
  return (
    <Select
      allowClear
      aria-label={t('所属租户')}
      placeholder={t('本租户')}
      value={value}
      onChange={(next: string | undefined) => onChange(next)}
      options={tenants.data.map((one) => ({ value: one.tenantId, label: one.tenantName }))}
    />
  )
}
