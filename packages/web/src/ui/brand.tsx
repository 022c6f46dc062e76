// The logo (a ring with one share set apart) and the product name.
import classes from './brand.module.css'

export interface BrandProps {
  /** 16 px text on the sign-in page, 14 px in the menu. */
  readonly isLarge?: boolean
  readonly isMarkOnly?: boolean
}

export function Brand({ isLarge = false, isMarkOnly = false }: BrandProps) {
  const size = isLarge ? 22 : 20
  return (
    <span className={classes['brand']} data-large={isLarge || undefined}>
      <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden="true">
        <path d="M9.6 1.1A10 10 0 1 0 20.9 12.4h-5.1A5 5 0 1 1 9.6 6.2Z" className={classes['ring']} />
        <path d="M12.6 1.1a10 10 0 0 1 8.3 8.3h-5.1a5 5 0 0 0-3.2-3.2Z" className={classes['share']} />
      </svg>
      {isMarkOnly ? null : <span>Clubfolio</span>}
    </span>
  )
}
