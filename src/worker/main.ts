import { expose, transferHandlers } from 'comlink';
import { storageErrorHandler } from '../contract/wire';
import { createBackend } from './backend';

transferHandlers.set('throw', storageErrorHandler(transferHandlers.get('throw')!));
expose(createBackend());
