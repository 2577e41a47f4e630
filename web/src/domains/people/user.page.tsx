import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import type { IssuedPassword } from '@xueheng/contract/platform/issued-password.ts'
import { roleTree } from '@xueheng/contract/domains/rights/role.ts'
import { tenantSelect } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { user, userGrant, userPage } from '@xueheng/contract/domains/people/user.ts'
import { userExport } from '@xueheng/contract/domains/people/user-import.ts'
import { userUnit } from '@xueheng/contract/domains/school/user-unit.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { callApi, downloadList, get } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, useList } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { ListForm } from '../../platform/crud/EntityDialog.tsx'
import { ReasonDialog } from '../../platform/crud/ReasonDialog.tsx'
import { TreeListPage, useTreeChoice } from '../../platform/crud/TreeListPage.tsx'
import { withoutBlanks } from '../../platform/form/values.ts'
import { sayLater } from '../../platform/jobs/say-later.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { message } from '../../platform/ui/message.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { DeptTree } from './DeptTree.tsx'
import { GrantDialog, type GrantNode } from '../rights/index.ts'
import { IssuedDialog } from './IssuedPasswords.tsx'
import { AccountDialog } from './user/AccountDialog.tsx'
import { ImportDialog } from './user/ImportDialog.tsx'
import { StateTag } from './user/StateTag.tsx'
import './user.css'

const source = { segment: userPage.path.slice(userPage.path.lastIndexOf('/') + 1) }

const CELLS: OwnCells = { state: { width: 96, draw: (value) => <StateTag state={value} /> } }

/** 用户管理: departments on the left, the users of the chosen one and all below it on the right. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const [opened, open] = useState<Opened>()
  const [deptId, choose] = useTreeChoice('dept')
  const tenantId = search.get('tenant') ?? undefined
  const where = { deptId, tenantId }

  return (
    <TreeListPage
      title={t('用户管理')}
      treeTitle={t('机构')}
      tree={
        <>
          <TenantPicker
            value={tenantId}
            onChange={(tenant) => setSearch({ tenant, dept: undefined, current: undefined })}
          />
          <DeptTree {...{ tenantId }} value={deptId} onChange={choose} />
        </>
      }
      chosen={deptId}
    >
      <CrudPage
        key={`${tenantId ?? ''}-${deptId ?? ''}`}
        entity={user}
        source={source}
        where={where}
        defaults={withoutBlanks(where)}
        Form={UserForm}
      >
        <ListToolbar>
          <Workbooks onImport={() => open({ dialog: 'import', tenantId })} />
        </ListToolbar>
        <ListRows
          cells={CELLS}
          actions={[
            { code: 'user_role', label: '角色配置', run: (row) => open({ dialog: 'roles', row }) },
            { code: 'user_view', label: '账号', run: (row) => open({ dialog: 'account', row }) },
          ]}
        />
        <Dialogs {...{ opened, open }} />
      </CrudPage>
    </TreeListPage>
  )
}

interface AddedUser {
  account?: string
  name?: string
  firstPassword?: string
  notice?: string
}

/** A new account whose password was made for it: shown at once, as it is never shown again. What it lacks is said. */
function UserForm() {
  const t = useT()
  const [issued, setIssued] = useState<IssuedPassword>()
  return (
    <>
      <ListForm
        onSaved={(answer) => {
          const { account = '', name = '', firstPassword: password, notice } = answer as AddedUser
          if (notice) message.warning(t(notice))
          if (password) setIssued({ account, name, password })
        }}
      />
      {issued && <IssuedDialog passwords={[issued]} onClose={() => setIssued(undefined)} />}
    </>
  )
}

type Opened =
  | { dialog: 'import'; tenantId: string | undefined }
  | { dialog: 'roles' | 'account' | 'units'; row: CrudRow }

interface DialogsProps {
  opened: Opened | undefined
  open: (next: Opened | undefined) => void
}

/** One dialog at a time; the units of a user are reached from the account. */
function Dialogs({ opened, open }: DialogsProps) {
  const t = useT()
  const close = () => open(undefined)
  if (!opened) return null
  if (opened.dialog === 'import') return <ImportDialog tenantId={opened.tenantId} onClose={close} />
  const { dialog, row } = opened
  if (dialog === 'account') {
    return <AccountDialog row={row} onUnits={() => open({ dialog: 'units', row })} onClose={close} />
  }
  if (dialog === 'units') {
    return (
      <AppModal
        open
        title={`${t('用户单位')} · ${String(row.account)}`}
        width="min(1100px, 94vw)"
        className="users-units"
        footer={null}
        onCancel={close}
      >
        <UserUnits userId={row.id} />
      </AppModal>
    )
  }
  return (
    <GrantDialog
      title={`${t('角色配置')} · ${String(row.account)}`}
      about={`user-${row.id}`}
      load={() => loadRoles(row)}
      save={({ role }) => callApi(userGrant, { userIds: row.id, roleIds: (role ?? []).join() })}
      isPlain
      changes={user}
      onClose={close}
    />
  )
}

/** Where a user works: what the role lets see lies within these units. */
function UserUnits({ userId }: { userId: string }) {
  return <CrudPage entity={userUnit} where={{ userId }} defaults={{ userId }} prefix="unit." />
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

/** Users in and out by workbook; what leaves is what the list shows. */
function Workbooks({ onImport }: { onImport: () => void }) {
  const t = useT()
  const can = useCan()
  const { conditions } = useList()
  const [isAsking, setAsking] = useState(false)

  return (
    <>
      {can('user_add') && (
        <Button icon={<UploadOutlined />} onClick={onImport}>
          {t('导入')}
        </Button>
      )}
      <Button icon={<DownloadOutlined />} onClick={() => setAsking(true)}>
        {t('导出')}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`${t('导出')} · ${t('用户')}`}
          hint={t('导出个人信息的理由（将记入操作日志）')}
          okText={t('导出')}
          onCancel={() => setAsking(false)}
          onSubmit={async (reason) => sayLater(await downloadList(userExport.path, { ...conditions, reason }))}
        />
      )}
    </>
  )
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
