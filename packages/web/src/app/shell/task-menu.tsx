// Background tasks in the top bar: name, position of total and percent.
// The empty text is verbatim: docs/rules/trading.md, "Tasks".
import { Popover } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useStore } from '../../kernel/store.ts'
import { taskList } from '../../kernel/task-list.ts'
import { TaskProgress } from '../../ui/task-progress.tsx'
import { IconCount } from '../../ui/icon-count.tsx'
import { useTaskFeed } from './use-task-feed.ts'
import classes from './task-menu.module.css'

export function TaskMenu() {
  const tasks = useStore(taskList)
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  useTaskFeed(can('VT'))
  if (!can('VT')) return null
  const running = tasks.filter((task) => task.status === 'RUNNING')
  return (
    <Popover width={320} position="bottom-end" trapFocus={false} opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <IconCount icon={IconListCheck} label="Tasks" count={running.length} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label="Tasks">
        {tasks.length === 0 ? (
          <p className={classes['empty']}>None running task</p>
        ) : (
          <ul className={classes['list']}>
            {tasks.map((task) => (
              <li key={task.name}>
                <TaskProgress {...task} />
              </li>
            ))}
          </ul>
        )}
        <Link to="/task" className={classes['foot']} onClick={() => setOpen(false)}>
          All tasks
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
