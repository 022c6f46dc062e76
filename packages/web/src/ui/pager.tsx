// The pager below a table: range on the left, page size, five numbered buttons on the right.
// Source: docs/rules/interface.md, "Pager" and "Tables".
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import classes from './pager.module.css'
import { pageSizes, pageStart, pagerWindow, startForCount } from './pager-window.ts'

export interface PagerPlace {
  readonly start: number
  readonly count: number
  readonly isAll?: boolean
}

export interface PagerProps {
  /** Accessible name of its table: "Accounts". */
  readonly label: string
  readonly start: number
  readonly count: number
  readonly total: number
  /**
   * Every move and change of size requests data: `start` changes by `count`. A place past the end, from an old link or
   * because rows have gone since, is replaced by the last page.
   */
  readonly onMove: (place: PagerPlace, options?: { readonly replace: boolean }) => void
  /** With a single size there is nothing to choose. */
  readonly sizes?: readonly number[]
  /** Adds the choice All, which requests every row. */
  readonly hasAll?: boolean
  /** All is selected, even if the number of rows equals one of the sizes. */
  readonly isAll?: boolean
  /** Shows the sizes as buttons side by side instead of a menu. */
  readonly hasSizeButtons?: boolean
}

export function Pager(props: PagerProps) {
  const { label, start, count, total, onMove, sizes = pageSizes, hasAll = false } = props
  const { pages, current, lastPage, hasPrevious, hasNext, range } = pagerWindow({ start, count, total })
  const lastStart = total > 0 && start >= total ? pageStart(lastPage, count) : undefined
  const moveToEnd = useEffectEvent((end: number) => onMove({ start: end, count }, { replace: true }))
  useEffect(() => {
    if (lastStart !== undefined) moveToEnd(lastStart)
  }, [lastStart])
  const goTo = (page: number) => onMove({ start: pageStart(page, count), count })
  const isAll = props.isAll ?? (hasAll && !sizes.includes(count))
  const resize = (size: number) => onMove({ start: startForCount(start, size), count: size })
  const showAll = () => onMove({ start: 0, count: Math.max(total, 1), isAll: true })
  return (
    <nav className={classes['pager']} aria-label={`Pages of ${label}`}>
      <span className={classes['range']} role="status">
        {range}
      </span>
      {props.hasSizeButtons ? (
        <div className={classes['sizes']} role="group" aria-label="Rows per page">
          {sizes.map((size) => (
            <UnstyledButton
              key={size}
              className={classes['number']}
              aria-pressed={size === count && !isAll}
              onClick={() => resize(size)}
            >
              {size}
            </UnstyledButton>
          ))}
          {hasAll ? (
            <UnstyledButton className={classes['number']} aria-pressed={isAll} onClick={showAll}>
              All
            </UnstyledButton>
          ) : null}
        </div>
      ) : sizes.length === 1 && !hasAll ? null : (
        <Menu>
          <Menu.Target>
            <UnstyledButton
              className={classes['size']}
              aria-label={isAll ? 'All rows on one page' : `${count} rows per page`}
            >
              {isAll ? 'All rows' : `${count} rows`}
              <IconChevronDown size={12} stroke={1.6} aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {sizes.map((size) => (
              <Menu.RadioItem
                key={size}
                value={String(size)}
                checked={size === count && !isAll}
                closeMenuOnClick
                onChange={() => resize(size)}
              >
                {size}
              </Menu.RadioItem>
            ))}
            {hasAll ? (
              <Menu.RadioItem value="All" checked={isAll} closeMenuOnClick onChange={showAll}>
                All
              </Menu.RadioItem>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      )}
      <div className={classes['buttons']}>
        <ActionIcon size={26} aria-label="Previous page" disabled={!hasPrevious} onClick={() => goTo(current - 1)}>
          <IconChevronLeft size={16} stroke={1.6} />
        </ActionIcon>
        {pages.map((page) => (
          <UnstyledButton
            key={page}
            className={classes['number']}
            aria-label={`Page ${page}`}
            {...(page === current ? { 'aria-current': 'page' } : {})}
            onClick={() => goTo(page)}
          >
            {page}
          </UnstyledButton>
        ))}
        <ActionIcon size={26} aria-label="Next page" disabled={!hasNext} onClick={() => goTo(current + 1)}>
          <IconChevronRight size={16} stroke={1.6} />
        </ActionIcon>
      </div>
    </nav>
  )
}
