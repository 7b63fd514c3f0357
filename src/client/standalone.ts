import { install, startBackend } from './install';

install(startBackend());
