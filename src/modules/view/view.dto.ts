import { Flag, Id, Json, Optional, Text } from 'steward/validation';

/** Body of POST /api/view/add. */
export class AddViewDto {
  @Text(128, 1)
  page: string;

  @Text(64, 1)
  name: string;

  @Json()
  state: object;

  @Optional()
  @Flag()
  shared?: boolean;
}

/** Body of PUT /api/view/update: members that are left out stay unchanged. */
export class UpdateViewDto {
  @Id()
  id: number;

  @Optional()
  @Text(64, 1)
  name?: string;

  @Optional()
  @Json()
  state?: object;

  @Optional()
  @Flag()
  shared?: boolean;
}
