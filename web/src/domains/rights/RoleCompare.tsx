import { type RoleDifference, rightsCompare } from '@xueheng/contract/domains/rights/rights.ts'
import { roleSelect } from '@xueheng/contract/domains/rights/role.ts'
import { CheckOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Select, Switch, Table } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { LEVELS } from './levels.ts'

const KINDS: Record<RoleDifference['kind'], string> = {
  level: '数据范围',
  menu: '菜单',
  button: '按钮',
  dataScope: '数据权限',
  apiScope: '接口权限',
}

/** Two roles side by side, all of it or only where they differ. */
export function RoleCompare() {
  const t = useT()
  const [left, setLeft] = useState<string>()
  const [right, setRight] = useState<string>()
  const [isShort, setShort] = useState(true)
  const roles = useQuery({
    queryKey: ['rights-roles'],
    queryFn: () => callApi(roleSelect),
  })
  const lines = useQuery({
    queryKey: ['rights-compare', left, right],
    queryFn: () => callApi(rightsCompare, { left, right }),
    enabled: Boolean(left && right),
    staleTime: 0,
  })
  const options = roles.data?.map((one) => ({ value: one.id, label: t(one.roleName) }))
  const nameOf = (id: string | undefined) => options?.find((one) => one.value === id)?.label ?? ''
  const shown = lines.data?.filter((line) => !isShort || line.left !== line.right)
  return (
    <div className="rights">
      <div className="rights-bar">
        <RolePicker label={t('角色一')} options={options} value={left} onChange={setLeft} />
        <RolePicker label={t('角色二')} options={options} value={right} onChange={setRight} />
        <label className="rights-switch">
          <Switch size="small" checked={isShort} onChange={setShort} /> {t('只看不同之处')}
        </label>
      </div>
      {!(left && right) && <Empty title={t('选择两个角色')} hint={t('逐项比较菜单、按钮、数据权限和接口权限')} />}
      {lines.error && <ErrorState error={lines.error} onRetry={() => void lines.refetch()} />}
      {left && right && !lines.error && (
        <Table<RoleDifference>
          size="small"
          rowKey="id"
          loading={lines.isFetching}
          dataSource={shown ?? []}
          scroll={{ x: 640 }}
          locale={{ emptyText: t('两个角色没有不同') }}
          pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
          columns={[
            { title: t('种类'), width: 100, render: (_v, line) => t(KINDS[line.kind]) },
            { title: t('权限'), render: (_v, line) => [...line.above, line.title].map((name) => t(name)).join(' / ') },
            { title: nameOf(left), width: 140, render: (_v, line) => <Mark line={line} value={line.left} /> },
            { title: nameOf(right), width: 140, render: (_v, line) => <Mark line={line} value={line.right} /> },
          ]}
        />
      )}
    </div>
  )
}

interface RolePickerProps {
  label: string
  options: { value: string; label: string }[] | undefined
  value: string | undefined
  onChange: (id: string) => void
}

function RolePicker({ label, ...rest }: RolePickerProps) {
  return (
    <Select
      className="rights-entity"
      aria-label={label}
      placeholder={label}
      showSearch={{ optionFilterProp: 'label' }}
      {...rest}
    />
  )
}

function Mark({ line, value }: { line: RoleDifference; value: string }) {
  const t = useT()
  if (line.kind === 'level') return t(LEVELS[value] ?? value)
  return value ? <CheckOutlined aria-label={t('有')} className="rights-has" /> : <span aria-label={t('没有')}>—</span>
}
