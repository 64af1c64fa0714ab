import { serverFaults } from './serverFaults';
import { testFaults } from './table';

testFaults(serverFaults);
