import { messageFaults } from './messageFaults';
import { testFaults } from './table';

testFaults(messageFaults);
