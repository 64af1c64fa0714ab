import { participant } from '../base/ids';
import { text, type Contribution } from '../base/manifest/contribution';

export const contributes: Contribution = {
  points: {
    chatParticipants: [
      {
        id: participant,
        name: 'resources',
        fullName: text('participant.fullName', 'MCP Resources', 'MCP 资源'),
        description: text('participant.description', 'Find resources of MCP servers', '查找 MCP 服务器的资源'),
        isSticky: false,
      },
    ],
  },
};
