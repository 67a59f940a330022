-- Every job was put into a lane, and no job was ever chosen by it.
alter table jobs drop column lane;
