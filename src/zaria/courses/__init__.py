"""Courses: chapters of strategy as boards, each with a claim that our engine has computed.

>>> from zaria.courses.shipped_courses import course
>>> [chapter.id for chapter in course("tabla").chapters]
['opening', 'hitting', 'priming', 'racing']
"""
