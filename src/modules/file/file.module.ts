import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FileClean } from './file-clean.job.js';
import { FileController } from './file.controller.js';
import { FileUsage, StoredFile } from './file.entity.js';
import { FileService } from './file.service.js';
import { FileUsageService } from './file-usage.service.js';

/** Uploaded images. */
@Module({
  imports: [TypeOrmModule.forFeature([StoredFile, FileUsage])],
  controllers: [FileController],
  providers: [FileService, FileUsageService, FileClean],
})
export class FileModule {}
