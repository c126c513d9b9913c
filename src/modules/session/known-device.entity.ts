import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { OwnTable } from 'steward/database';

/** A network, system and browser that a user has logged in with; the address itself is not kept. */
@OwnTable('known_device')
export class KnownDevice {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  @Column({ name: 'user_id', type: 'int' })
  userId: number;

  /** Digest of network, system and browser. */
  @Column({ type: 'varchar', length: 43 })
  hash: string;

  /** Digest of the network alone. */
  @Column({ name: 'network_hash', type: 'varchar', length: 43 })
  networkHash: string;

  @Column({ type: 'varchar', length: 64 })
  os: string;

  @Column({ type: 'varchar', length: 64 })
  browser: string;

  @Column({ type: 'varchar', length: 128 })
  location: string;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;

  /** The newest login with it. */
  @Column({ name: 'last_at', type: 'datetime', precision: 3 })
  lastAt: Date;
}
