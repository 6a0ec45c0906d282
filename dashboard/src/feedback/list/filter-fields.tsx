import { NO_CUSTOM_STATUS } from '@earshot/contract/services/feedback/statuses';
import { TYPES, VISIBILITIES } from '@earshot/contract/services/feedback/values';
import { feedback as texts } from '../texts/en/feedback.ts';
import { people } from '#texts/people';
import { boards as boardTexts } from '#texts/settings/boards';
import { CircleDashed, CircleDot, CircleUser, Eye, Layers, Shapes, Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../../api.ts';
import { Avatar } from '../../people/avatar.tsx';
import { nameOfMember, useMembers } from '../../people/members.ts';
import type { Option } from '../../ui/field.tsx';
import { useBoards } from '../boards.ts';
import { type ChoiceName, ME, NOBODY } from '../filters.ts';
import { useStatuses } from '../fields/statuses.ts';

/** Field of entries by which the list is filtered. */
export interface ChoiceField {
  name: ChoiceName;
  label: string;
  icon: ReactNode;
  options: Option<string>[];
  /** Name of a value that is not an option. Defaults to the value. */
  other?: string;
}

const ICON_PX = 15;

/** Returns the filter by custom status. */
const toCustomField = ({ custom, mark }: ReturnType<typeof useStatuses>): ChoiceField => ({
  name: 'custom_status',
  label: texts.customStatus,
  icon: <CircleDashed size={ICON_PX} />,
  options: [
    { id: NO_CUSTOM_STATUS, label: texts.noCustomStatus },
    ...custom.map((choice) => ({ id: choice.id, label: choice.name, icon: <span {...mark(choice)} aria-hidden /> })),
  ],
});

/** Returns the fields that filters offer, with their values. */
export function useFilterFields(): ChoiceField[] {
  const members = useMembers();
  const boards = useBoards();
  const statuses = useStatuses();
  const tags = useRead('GET /v1/feedback/tags', {}, { staleTime: 60_000 });
  return [
    {
      name: 'status',
      label: texts.status,
      icon: <CircleDot size={ICON_PX} />,
      options: statuses.states.map((status) => ({
        id: status,
        label: statuses.findName({ status }),
        icon: <span {...statuses.mark({ status })} aria-hidden />,
      })),
    },
    ...(statuses.custom.length ? [toCustomField(statuses)] : []),
    {
      name: 'type',
      label: texts.type,
      icon: <Shapes size={ICON_PX} />,
      options: TYPES.map((id) => ({ id, label: texts.types[id] })),
    },
    {
      name: 'board_id',
      label: boardTexts.board,
      icon: <Layers size={ICON_PX} />,
      options: boards.map(({ id, name }) => ({ id, label: name })),
      other: boardTexts.deleted,
    },
    {
      name: 'tag',
      label: texts.tag,
      icon: <Tag size={ICON_PX} />,
      options: (tags.data?.data ?? []).map(({ name }) => ({ id: name, label: name })),
    },
    {
      name: 'assignee',
      label: people.assignee,
      icon: <CircleUser size={ICON_PX} />,
      options: [
        { id: ME, label: people.meAsFilter },
        { id: NOBODY, label: people.nobody },
        ...members.map((member) => ({
          id: member.user_id,
          label: nameOfMember(member),
          icon: <Avatar name={nameOfMember(member)} url={member.avatar_url} />,
        })),
      ],
      other: people.formerMember,
    },
    {
      name: 'visibility',
      label: texts.visibility,
      icon: <Eye size={ICON_PX} />,
      options: VISIBILITIES.map((id) => ({ id, label: texts.visibilities[id] })),
    },
  ];
}
