/**
 * Loaded before the service: flows log in hundreds of times, so that hashes are made with the least work that bcrypt
 * takes.
 */
import bcrypt from 'bcrypt';

const LEAST = 4;

const { hash } = bcrypt;
bcrypt.hash = (text) => hash(text, LEAST);
