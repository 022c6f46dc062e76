// The head and the end of a paper of the fund, as its PDF will have them while they are typed.
import type { FundClub } from '@clubfolio/contract'
import classes from './club.module.css'

export function PaperPreview({ club }: { readonly club: FundClub }) {
  const { name, address, text, logo, manager, account } = club
  const hasHead = address.trim() !== '' || text.trim() !== '' || logo !== null
  return (
    <figure className={classes['preview']}>
      <figcaption className={classes['note']}>Preview of a paper</figcaption>
      <div className={classes['paper']} role="group" aria-label="Preview of a paper">
        {hasHead ? (
          <div className={classes['head']} data-with-logo={logo !== null || undefined}>
            {logo === null ? null : (
              <img className={classes['picture']} src={`data:image/png;base64,${logo}`} alt="Logo of the club" />
            )}
            <div>
              {name === null ? null : <p className={classes['name']}>{name}</p>}
              {address.trim() === '' ? null : <p>{address}</p>}
            </div>
          </div>
        ) : null}
        <p className={classes['title']}>Capital account statement</p>
        <p>{`${name ?? `Fund of account ${account}`} · Manager: ${manager} · Issued on YYYY-MM-DD`}</p>
        <p>{`Name of the member · account ${account} · YYYY-MM-DD to YYYY-MM-DD`}</p>
        <div className={classes['lines']} aria-hidden />
        {text.trim() === '' ? null : <p className={classes['text']}>{text}</p>}
      </div>
    </figure>
  )
}
