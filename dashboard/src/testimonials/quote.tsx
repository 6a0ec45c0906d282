import type { Testimonial } from '@earshot/sdk';
import { testimonials as texts } from './texts/en/testimonials.ts';
import { walls } from './texts/en/walls.ts';
import { Check, MoreHorizontal, Star, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { date, Time } from '../ui/time.tsx';
import { CollectDialog } from './collections.tsx';

const STARS = [1, 2, 3, 4, 5];

/** Actions on one testimonial. */
export interface Actions {
  approve: (testimonial: Testimonial) => void;
  reject: (testimonial: Testimonial) => void;
  reopen: (testimonial: Testimonial) => void;
  feature: (testimonial: Testimonial) => void;
  remove: (testimonial: Testimonial) => Promise<void>;
}

/** Menu of rare actions. */
function More({ testimonial, actions }: { testimonial: Testimonial; actions: Actions }) {
  const [isDeleting, setDeleting] = useState(false);
  const [isCollecting, setCollecting] = useState(false);
  const label = texts.more(testimonial.author_name);
  return (
    <>
      <Menu
        label={label}
        trigger={
          <IconButton label={label}>
            <MoreHorizontal size={16} />
          </IconButton>
        }
      >
        <MenuItem onAction={() => setCollecting(true)}>{walls.collections}</MenuItem>
        <MenuItem isDanger onAction={() => setDeleting(true)}>
          {texts.delete}
        </MenuItem>
      </Menu>
      {isCollecting && <CollectDialog testimonial={testimonial} onClose={() => setCollecting(false)} />}
      {isDeleting && (
        <Confirm
          title={texts.deleteTitle}
          label={texts.delete}
          onClose={() => setDeleting(false)}
          onConfirm={() => actions.remove(testimonial)}
        >
          <p>{texts.deleteHint}</p>
        </Confirm>
      )}
    </>
  );
}

interface QuoteProps {
  testimonial: Testimonial;
  /** Undefined for viewers. */
  actions: Actions | undefined;
  isSelected: boolean;
  onSelect: () => void;
}

/** One testimonial. */
export function Quote({ testimonial, actions, isSelected, onSelect }: QuoteProps) {
  const { status, author_name, author_email, author_title, author_company, author_avatar_url, content } = testimonial;
  const { rating, image_url, video_url, source_url, tags, featured, disclosure, consent, answers = [], created_at } = testimonial;
  const role = [author_title, author_company].filter(Boolean).join(', ');
  return (
    <>
      <header>
        {actions && <Checkbox aria-label={texts.select(author_name)} isSelected={isSelected} onChange={onSelect} />}
        {author_avatar_url && <img className="avatar" src={author_avatar_url} alt="" referrerPolicy="no-referrer" />}
        <span className="author">
          <span className="names">
            <strong dir="auto">{author_name}</strong> <span className="soft">{role}</span>{' '}
            {author_email && <span className="soft">{author_email}</span>}
          </span>
          <span className="stars" role="img" aria-label={texts.stars(rating)}>
            {STARS.map((star) => (
              <Star key={star} size={15} fill={star <= rating ? 'currentColor' : 'none'} aria-hidden />
            ))}
          </span>
        </span>
        {actions && <More testimonial={testimonial} actions={actions} />}
      </header>
      <blockquote className="said" dir="auto">
        {content}
      </blockquote>
      {answers.length > 0 && (
        <details className="answers">
          <summary>{texts.answers}</summary>
          <dl dir="auto">
            {answers.map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {image_url && <img className="picture" src={image_url} alt="" referrerPolicy="no-referrer" />}
      <p className="row-meta">
        <Time iso={created_at} />
        {disclosure !== 'none' && <span className="tag warn">{texts.disclosures[disclosure]}</span>}
        {featured && <span className="tag">{texts.featured}</span>}
        {tags.map((tag) => (
          <span key={tag} className="tag">
            {tag}
          </span>
        ))}
        {video_url && (
          <a href={video_url} target="_blank" rel="noreferrer">
            {walls.playVideo}
          </a>
        )}
        {source_url && (
          <a href={source_url} target="_blank" rel="noreferrer">
            {texts.source}
          </a>
        )}
        <span title={consent?.text}>{consent ? texts.consent(consent.version, date(consent.agreed_at)) : texts.noConsent}</span>
      </p>
      {actions && (
        <div className="actions">
          {status !== 'approved' && (
            <Button icon={<Check size={15} />} onPress={() => actions.approve(testimonial)}>
              {texts.approve}
            </Button>
          )}
          {status !== 'rejected' && (
            <Button icon={<X size={15} />} onPress={() => actions.reject(testimonial)}>
              {texts.reject}
            </Button>
          )}
          {status !== 'pending' && <Button onPress={() => actions.reopen(testimonial)}>{texts.reopen}</Button>}
          <Button icon={<Star size={15} />} onPress={() => actions.feature(testimonial)}>
            {featured ? texts.unfeature : texts.feature}
          </Button>
        </div>
      )}
    </>
  );
}
