import { type MenuRight, type UserRights, rightsOfUser } from '@xueheng/contract/domains/rights/rights.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Descriptions, Table, Tag } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan, useSession } from '../../platform/session/session.ts'
import { startViewing } from './view-as.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { LEVELS } from './levels.ts'
import { ScopeTables } from './ScopeTables.tsx'
import { UserPicker } from './UserPicker.tsx'

/** What one user sees and may do, and which role gives each. */
export function UserRightsView() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const userId = search.get('user') ?? undefined
  const rights = useQuery({
    queryKey: ['rights-of-user', userId],
    queryFn: () => callApi(rightsOfUser, { userId }) as Promise<UserRights>,
    enabled: userId !== undefined,
    staleTime: 0,
  })
  return (
    <div className="rights">
      <div className="rights-bar">
        <UserPicker value={userId} onChange={(user) => setSearch({ user })} />
        {rights.data && <ViewAsButton user={rights.data} />}
      </div>
      {!userId && (
        <Empty title={t('选择一个用户')} hint={t('这里列出该用户能看到和能操作的一切，以及由哪个角色给予')} />
      )}
      {rights.error && <ErrorState error={rights.error} onRetry={() => void rights.refetch()} />}
      {userId && rights.isPending && <Skeleton rows={8} />}
      {rights.data && (
        <>
          <Summary rights={rights.data} />
          <MenuTable menus={rights.data.menus} />
          <ScopeTables rights={rights.data} />
        </>
      )}
    </div>
  )
}

function ViewAsButton({ user }: { user: UserRights }) {
  const t = useT()
  const can = useCan()
  const mine = useSession((session) => session.user?.userId)
  const viewing = useAction(() => startViewing(user.id), {
    confirm: t('以「{name}」的身份查看系统？期间只能读取，三十分钟后自动结束，起止都会记入操作日志。', {
      name: user.name,
    }),
    done: '',
  })
  if (!can('rights_viewas') || user.id === mine) return null
  return <Button onClick={() => void viewing.run()}>{t('以用户身份查看')}</Button>
}

function Summary({ rights }: { rights: UserRights }) {
  const t = useT()
  const { units, roles } = rights
  return (
    <Descriptions
      size="small"
      bordered
      column={{ xs: 1, md: 2 }}
      items={[
        { key: 'user', label: t('用户'), children: `${rights.name}（${rights.account}）` },
        {
          key: 'roles',
          label: t('角色'),
          children: roles.length > 0 ? roles.map((role) => <Tag key={role.id}>{t(role.name)}</Tag>) : t('没有角色'),
        },
        { key: 'level', label: t('数据范围'), children: t(LEVELS[units.level] ?? units.level) },
        {
          key: 'units',
          label: t('所属单位'),
          children:
            units.codes.map((unit) => unit.name).join(t('、')) ||
            (units.level === 'all' ? t('不限') : t('没有单位，看不到单位数据')),
        },
        ...(rights.isAdministrator
          ? [{ key: 'admin', label: t('说明'), children: t('超级管理员不受菜单、数据权限和接口权限限制') }]
          : []),
        ...(rights.isReadOnly ? [{ key: 'late', label: t('授权'), children: t('租户授权已过期，只能读取') }] : []),
      ]}
    />
  )
}

function MenuTable({ menus }: { menus: MenuRight[] }) {
  const t = useT()
  return (
    <section>
      <h2>{t('菜单与按钮')}</h2>
      <Table<MenuRight>
        size="small"
        rowKey="code"
        dataSource={menus}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 760 }}
        locale={{ emptyText: t('没有菜单') }}
        columns={[
          { title: t('菜单'), render: (_v, menu) => [...menu.above, menu.name].map((name) => t(name)).join(' / ') },
          {
            title: t('按钮'),
            render: (_v, menu) => (
              <span className="rights-tags">
                {menu.buttons.map((button) => (
                  <Tag key={button.code} title={button.roles.map((role) => t(role)).join(t('、'))}>
                    {t(button.name)}
                  </Tag>
                ))}
              </span>
            ),
          },
          { title: t('来自角色'), width: 220, render: (_v, menu) => menu.roles.map((role) => t(role)).join(t('、')) },
        ]}
      />
    </section>
  )
}
